package io.truebell.sandbox;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.tenancy.TenantId;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Writes tickets into URLs and reads them back. The simulator has no login: who holds a ticket was
 * given it by this process, since only this process knows the key.
 */
final class Tickets {
  private static final int MAC_BYTES = 32;
  private static final int MAX_TEXT = 300;

  private final SecretKeySpec key;

  Tickets(byte[] key) {
    this.key = new SecretKeySpec(key, "HmacSHA256");
  }

  String write(Ticket ticket) {
    byte[] channel = ticket.channel().value().getBytes(StandardCharsets.US_ASCII);
    ByteBuffer bytes = ByteBuffer.allocate(3 * 16 + channel.length + MAC_BYTES);
    put(bytes, ticket.tenant().value());
    put(bytes, ticket.account().value());
    put(bytes, ticket.delivery().value());
    bytes.put(channel);
    bytes.put(mac("ticket", bytes.array(), bytes.position()));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  /** The ticket; empty when this process did not write it. */
  Optional<Ticket> read(String text) {
    if (text.length() > MAX_TEXT) {
      return Optional.empty();
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      int length = bytes.limit() - MAC_BYTES;
      byte[] mac = new byte[MAC_BYTES];
      bytes.get(Math.max(0, length), mac);
      if (!MessageDigest.isEqual(mac, mac("ticket", bytes.array(), length))) {
        return Optional.empty();
      }
      TenantId tenant = new TenantId(uuid(bytes));
      AccountId account = new AccountId(uuid(bytes));
      DeliveryId delivery = new DeliveryId(uuid(bytes));
      byte[] channel = new byte[length - bytes.position()];
      bytes.get(channel);
      ChannelKey key = new ChannelKey(new String(channel, StandardCharsets.US_ASCII));
      return Optional.of(new Ticket(tenant, key, account, delivery));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | BufferUnderflowException e) {
      return Optional.empty();
    }
  }

  /** The signature of a receipt. */
  String sign(String ticket, byte[] receipt) {
    byte[] prefix = (ticket + "\n").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer both = ByteBuffer.allocate(prefix.length + receipt.length);
    both.put(prefix).put(receipt);
    return Base64.getEncoder().encodeToString(mac("receipt", both.array(), both.position()));
  }

  /** Whether {@link #sign} made this signature. */
  boolean signed(String ticket, byte[] receipt, String signature) {
    return MessageDigest.isEqual(
        sign(ticket, receipt).getBytes(StandardCharsets.US_ASCII),
        signature.getBytes(StandardCharsets.US_ASCII));
  }

  private byte[] mac(String purpose, byte[] bytes, int length) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update((purpose + "\n").getBytes(StandardCharsets.US_ASCII));
      mac.update(bytes, 0, length);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no HMAC-SHA-256", e);
    }
  }

  private static void put(ByteBuffer bytes, UUID id) {
    bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }

  private static UUID uuid(ByteBuffer bytes) {
    return new UUID(bytes.getLong(), bytes.getLong());
  }
}
