package io.truebell.plans;

import io.truebell.Api;
import java.util.List;
import java.util.Map;

/** A mini-program in the simulated WeChat that has one template. */
final class MiniProgram {
  static final String CHANNEL = "wechat-subscribe";
  static final String TEMPLATE = "tpl_drink_water_0001";
  static final String TYPE = "drink.water";

  private MiniProgram() {}

  /** Sets up the account "mini"; its id. */
  static String open(Api api) {
    Map<String, Object> template =
        Map.of(
            "type",
            TYPE,
            "template_id",
            TEMPLATE,
            "fields",
            List.of(Map.of("keyword", "thing1", "source", "title")));
    return api.post(
            "/v1/channel-accounts",
            Map.of(
                "channel",
                CHANNEL,
                "name",
                "mini",
                "sandbox",
                true,
                "settings",
                Map.of("appid", "wx8f4c2a1b3d5e6f70", "templates", List.of(template)),
                "credentials",
                Map.of(
                    "app_secret",
                    "0123456789abcdef0123456789abcdef",
                    "push_token",
                    "pamtest",
                    "encoding_aes_key",
                    "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG")))
        .expect(201)
        .json()
        .path("id")
        .asString();
  }
}
