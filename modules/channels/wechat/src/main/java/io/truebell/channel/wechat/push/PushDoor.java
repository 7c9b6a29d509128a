package io.truebell.channel.wechat.push;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.channel.wechat.account.WechatSettings;
import io.truebell.channel.wechat.push.PushBody.Format;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.ReceiptRequest;
import io.truebell.core.vault.Secret;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Lets in what WeChat pushed, and opens it. */
@Component
final class PushDoor {
  private static final String ENCRYPT = "Encrypt";
  private static final String TO = "ToUserName";
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
  private static final Pattern ECHO = Pattern.compile("[\\x21-\\x7e&&[^<>]]{1,200}");
  private static final Authenticity SUCCESS =
      new Authenticity.Authentic(Authenticity.Reply.text(200, "success"), true);
  private static final Authenticity OF_NO_INTEREST =
      new Authenticity.Authentic(Authenticity.Reply.text(200, "success"), false);

  private final SeenNonces nonces;
  private final Duration tolerance;

  PushDoor(SeenNonces nonces, WechatSettings settings) {
    this.nonces = nonces;
    this.tolerance = settings.pushTolerance();
  }

  /**
   * Whether WeChat sent this.
   *
   * @param wanted what is kept; the rest, such as what people write to an account, is let go
   */
  Authenticity verify(ReceiptRequest request, Set<Format> formats, Predicate<ObjectNode> wanted) {
    PushQuery query = PushQuery.read(request.query()).orElse(null);
    if (query == null) {
      return Authenticity.refused("no_signature");
    }
    Secret token = PushKeys.signer(request, query).orElse(null);
    if (token == null) {
      return Authenticity.refused("bad_signature");
    }
    if (!fresh(query, request.receivedAt())) {
      return Authenticity.refused("not_fresh");
    }
    return request.method().equals("GET")
        ? echo(query)
        : verifyBody(request, query, token, formats, wanted);
  }

  private static Authenticity echo(PushQuery query) {
    return ECHO.matcher(query.echo()).matches()
        ? Authenticity.challenge(query.echo())
        : Authenticity.refused("no_echo");
  }

  private Authenticity verifyBody(
      ReceiptRequest request,
      PushQuery query,
      Secret token,
      Set<Format> formats,
      Predicate<ObjectNode> wanted) {
    ObjectNode outer = PushBody.read(request.body(), formats).orElse(null);
    if (outer == null) {
      return Authenticity.refused("not_readable");
    }
    if (isPlain(request, query)) {
      return nonces.admits(
              request.account(), query, request.body(), request.receivedAt(), tolerance)
          ? answer(wanted.test(outer))
          : Authenticity.refused("nonce_reused");
    }
    String encrypted = PushBody.text(outer, ENCRYPT);
    if (!query.encrypted() || encrypted.isEmpty()) {
      return Authenticity.refused("not_encrypted");
    }
    if (!PushSignature.fits(
        query.messageSignature(), token, query.timestamp(), query.nonce(), encrypted)) {
      return Authenticity.refused("bad_signature");
    }
    return PushKeys.open(request, PushBody.text(outer, ENCRYPT))
        .map(message -> verifyMessage(message, outer, formats, wanted))
        .orElseGet(() -> Authenticity.refused("not_for_this_app"));
  }

  /** What was signed but cannot be read is kept, and seen as unreadable. */
  private static Authenticity verifyMessage(
      byte[] message, ObjectNode outer, Set<Format> formats, Predicate<ObjectNode> wanted) {
    ObjectNode inner = PushBody.read(message, formats).orElse(null);
    if (inner == null) {
      return SUCCESS;
    }
    // of what stands outside, this alone is used: it must be what is inside
    return PushBody.text(outer, TO).equals(PushBody.text(inner, TO))
        ? answer(wanted.test(inner))
        : Authenticity.refused("other_receiver");
  }

  private static Authenticity answer(boolean wanted) {
    return wanted ? SUCCESS : OF_NO_INTEREST;
  }

  /**
   * What an authentic request says.
   *
   * @throws IllegalStateException when it cannot be read
   */
  ObjectNode open(ReceiptRequest request, Set<Format> formats) {
    ObjectNode outer = PushBody.read(request.body(), formats).orElseThrow(PushDoor::unreadable);
    PushQuery query = PushQuery.read(request.query()).orElseThrow(PushDoor::unreadable);
    return isPlain(request, query)
        ? outer
        : PushKeys.open(request, PushBody.text(outer, ENCRYPT))
            .flatMap(message -> PushBody.read(message, formats))
            .orElseThrow(PushDoor::unreadable);
  }

  private static IllegalStateException unreadable() {
    return new IllegalStateException("WeChat's push cannot be read");
  }

  /** Whether the body counts as it stands: only where the account says that WeChat sends it so. */
  private static boolean isPlain(ReceiptRequest request, PushQuery query) {
    return query.raw()
        && request.settings().text(WechatAccount.PUSH_MODE, "safe").equals(WechatAccount.PLAIN);
  }

  private boolean fresh(PushQuery query, Instant now) {
    if (!SECONDS.matcher(query.timestamp()).matches()) {
      return false;
    }
    try {
      Instant signed = Instant.ofEpochSecond(Long.parseLong(query.timestamp()));
      return Duration.between(signed, now).abs().compareTo(tolerance) <= 0;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
