package io.truebell.channel.wechat.push;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * XML as WeChat writes it: elements with elements or with text. Elements of one name become an
 * array. Document types and entities are refused, and nothing outside the body is ever read.
 */
final class XmlTree {
  private static final int DEEPEST = 8;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final XMLStreamReader in;

  private XmlTree(XMLStreamReader in) {
    this.in = in;
  }

  /** The children of the root; empty when it is no such XML. */
  static Optional<ObjectNode> read(byte[] body, int from) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("nothing outside is read");
        });
    try {
      XMLStreamReader in =
          factory.createXMLStreamReader(new ByteArrayInputStream(body, from, body.length - from));
      return new XmlTree(in).root();
    } catch (XMLStreamException e) {
      return Optional.empty();
    }
  }

  private Optional<ObjectNode> root() throws XMLStreamException {
    Optional<ObjectNode> root = Optional.empty();
    while (in.hasNext()) {
      switch (in.next()) {
        case XMLStreamConstants.DTD -> throw new XMLStreamException("a document type");
        case XMLStreamConstants.START_ELEMENT ->
            root = element(1) instanceof ObjectNode object ? Optional.of(object) : root;
        default -> {}
      }
    }
    return root;
  }

  private JsonNode element(int depth) throws XMLStreamException {
    if (depth > DEEPEST) {
      throw new XMLStreamException("too deep");
    }
    ObjectNode children = NODES.objectNode();
    StringBuilder text = new StringBuilder();
    while (true) {
      switch (in.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          String name = in.getLocalName();
          add(children, name, element(depth + 1));
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(in.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          return node(children, text.toString());
        }
        case XMLStreamConstants.ENTITY_REFERENCE -> throw new XMLStreamException("an entity");
        default -> {}
      }
    }
  }

  private static JsonNode node(ObjectNode children, String text) throws XMLStreamException {
    if (children.isEmpty()) {
      return NODES.stringNode(text);
    }
    if (!text.isBlank()) {
      throw new XMLStreamException("text between elements");
    }
    return children;
  }

  private static void add(ObjectNode children, String name, JsonNode child) {
    switch (children.get(name)) {
      case null -> children.set(name, child);
      case ArrayNode several -> several.add(child);
      case JsonNode one -> children.set(name, NODES.arrayNode().add(one).add(child));
    }
  }
}
