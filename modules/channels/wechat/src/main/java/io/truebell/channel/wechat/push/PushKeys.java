package io.truebell.channel.wechat.push;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.core.spi.ReceiptRequest;
import io.truebell.core.vault.Secret;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The account's secrets of the message push: the present ones, then those that they replace. */
final class PushKeys {
  private PushKeys() {}

  /** The token that signed; empty when none of the account's did. */
  static Optional<Secret> signer(ReceiptRequest request, PushQuery query) {
    return secrets(request, WechatAccount.PUSH_TOKEN, WechatAccount.PREVIOUS_PUSH_TOKEN)
        .filter(
            token -> PushSignature.fits(query.signature(), token, query.timestamp(), query.nonce()))
        .findFirst();
  }

  /** The message in an encrypted text; empty when no key of the account opens it. */
  static Optional<byte[]> open(ReceiptRequest request, String encrypted) {
    String appid = request.settings().text(WechatAccount.APP_ID, "");
    return secrets(request, WechatAccount.AES_KEY, WechatAccount.PREVIOUS_AES_KEY)
        .flatMap(key -> PushCipher.open(key, appid, encrypted).stream())
        .findFirst();
  }

  private static Stream<Secret> secrets(ReceiptRequest request, String... names) {
    return Stream.of(names).map(request.credentials()::get).filter(Objects::nonNull);
  }
}
