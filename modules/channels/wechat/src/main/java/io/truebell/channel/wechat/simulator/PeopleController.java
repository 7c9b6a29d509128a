package io.truebell.channel.wechat.simulator;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.channel.wechat.account.OpenId;
import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.SimulatedReports;
import java.util.Set;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The simulated people of a sandbox account: somebody has them decide, and sees what they got. */
@RestController
@RequestMapping("/v1/sandbox/wechat/{account}")
@PreAuthorize("hasAuthority('SCOPE_channels')")
@Tag(name = "Sandbox", description = "Simulated providers: what was sent to them and what they did")
class PeopleController {
  private final SimulatedPeople people;
  private final SimulatedTokens tokens;
  private final SimulatedWechat wechat;
  private final ChannelAccounts accounts;
  private final ObjectProvider<SimulatedReports> served;

  PeopleController(
      SimulatedPeople people,
      SimulatedTokens tokens,
      SimulatedWechat wechat,
      ChannelAccounts accounts,
      ObjectProvider<SimulatedReports> served) {
    this.people = people;
    this.tokens = tokens;
    this.wechat = wechat;
    this.accounts = accounts;
    this.served = served;
  }

  @GetMapping("/people/{openid}")
  @Operation(
      operationId = "getSimulatedWechatPerson",
      summary = "A simulated person: consents, and the messages that arrived")
  PersonView person(@PathVariable("account") UUID account, @PathVariable("openid") String openid) {
    return people.look(
        sandbox(account, Set.of(WechatAccount.SUBSCRIBE, WechatAccount.OFFICIAL)), magic(openid));
  }

  @PostMapping("/people/{openid}:answer")
  @Operation(
      operationId = "answerAsSimulatedWechatPerson",
      summary = "Has a simulated person answer the subscribe dialog")
  PersonView.DecidedView answer(
      @PathVariable("account") UUID account,
      @PathVariable("openid") String openid,
      @RequestBody PersonRequests.AnswerRequest request) {
    AccountId id = sandbox(account, Set.of(WechatAccount.SUBSCRIBE));
    return people.answer(id, magic(openid), known(id, request.checked()));
  }

  @PostMapping("/people/{openid}:change")
  @Operation(
      operationId = "changeAsSimulatedWechatPerson",
      summary = "Has a simulated person allow or refuse a template in the settings")
  PersonView.DecidedView change(
      @PathVariable("account") UUID account,
      @PathVariable("openid") String openid,
      @RequestBody PersonRequests.ChangeRequest request) {
    AccountId id = sandbox(account, Set.of(WechatAccount.SUBSCRIBE));
    return people.change(id, magic(openid), known(id, request.checked()));
  }

  @PostMapping("/token:expire")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "expireSimulatedWechatToken",
      summary = "Ends the account's simulated access token before its time")
  void expire(@PathVariable("account") UUID account) {
    tokens.expire(sandbox(account, Set.of(WechatAccount.SUBSCRIBE, WechatAccount.OFFICIAL)));
  }

  private AccountId sandbox(UUID account, Set<ChannelKey> channels) {
    return accounts
        .find(new AccountId(account))
        .filter(found -> served.getIfAvailable() != null)
        .filter(found -> found.sandbox() && channels.contains(found.channel()))
        .orElseThrow(() -> ApiProblem.notFound("sandbox account"))
        .id();
  }

  private static String magic(String openid) {
    if (OpenId.magic(openid).isEmpty()) {
      throw ApiProblem.notFound("simulated person");
    }
    return openid;
  }

  private PersonRequests.Answer known(AccountId account, PersonRequests.Answer answer) {
    if (!wechat.knows(account, answer.template())) {
      throw ApiProblem.invalid(
          "template", "unknown_template", "is none of the account's templates");
    }
    return answer;
  }
}
