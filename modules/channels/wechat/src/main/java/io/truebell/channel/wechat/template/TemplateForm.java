package io.truebell.channel.wechat.template;

/** Parts of the forms in which an account's templates are set up (JSON Schema 2020-12). */
public final class TemplateForm {
  /** The keywords of a template that all have a type. */
  public static final String TYPED_KEYWORD =
      "^(?:thing|number|letter|symbol|character_string|time|date|amount|phone_number|car_number"
          + "|name|phrase|enum|const)[0-9]{0,3}$";

  /** Any keyword. */
  public static final String ANY_KEYWORD = "^[a-z_]{1,32}[0-9]{0,3}$";

  private static final String FIELDS =
      """
      "type": {
        "type": "string",
        "pattern": "^[A-Za-z0-9._-]{1,100}$",
        "title": "Type of notification",
        "x-title-zh": "通知类型"
      },
      "template_id": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]{10,64}$",
        "title": "Template id, from \\"my templates\\"",
        "x-title-zh": "模板 ID（“我的模板”中）"
      },
      "fields": {
        "type": "array",
        "minItems": 1,
        "maxItems": 20,
        "title": "Keywords of the template, all of them",
        "x-title-zh": "模板的全部关键词",
        "items": {
          "type": "object",
          "additionalProperties": false,
          "required": ["keyword", "source"],
          "properties": {
            "keyword": {
              "type": "string",
              "pattern": "KEYWORD",
              "title": "Keyword, e.g. thing1",
              "x-title-zh": "关键词，如 thing1"
            },
            "source": {
              "type": "string",
              "pattern": "^(?:title|text|subject|payload(?:\\\\.[A-Za-z0-9_-]{1,64}){1,5}|=.{1,64})$",
              "title": "Value: title, text, subject, payload.path, or = and a fixed text",
              "x-title-zh": "取值：title、text、subject、payload.路径，或 = 加固定文本"
            },
            "shorten": {
              "type": "boolean",
              "default": false,
              "title": "Cut what is too long",
              "x-title-zh": "过长时截断"
            },
            "values": {
              "type": "array",
              "maxItems": 100,
              "items": { "type": "string", "minLength": 1, "maxLength": 64 },
              "title": "Words that the keyword takes (enum)",
              "x-title-zh": "可取的值（enum）"
            }
          }
        }
      }
      """;

  private TemplateForm() {}

  /**
   * The property {@code templates}.
   *
   * @param keyword pattern of a keyword
   * @param more further properties of a template, ending with a comma; or nothing
   */
  public static String templates(String keyword, String more) {
    return """
        "templates": {
          "type": "array",
          "minItems": 1,
          "maxItems": 100,
          "title": "Templates",
          "x-title-zh": "消息模板",
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["type", "template_id", "fields"],
            "properties": {
              %s
              %s
            }
          }
        }
        """
        .formatted(more, FIELDS.replace("KEYWORD", keyword));
  }

  /** The property {@code appid}. */
  public static String appId(String en, String zh) {
    return """
        "appid": {
          "type": "string",
          "pattern": "^wx[0-9A-Za-z]{6,40}$",
          "title": "%s",
          "x-title-zh": "%s"
        }
        """
        .formatted(en, zh);
  }
}
