import { SaxesParser } from "saxes";

/** An element: `name` with its namespace in braces, as `{http://www.w3.org/2005/Atom}feed`. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The text directly in it. */
  text: string;
};

/**
 * The root of a document.
 * @throws Error for what is not well-formed XML 1.0 with namespaces: a forbidden character, an open element
 */
export function readXml(source: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const top: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ uri, local, attributes }) => {
    const given = Object.values(attributes).map(({ name, value }) => [name, value]);
    const element = {
      name: `{${uri}}${local}`,
      attributes: Object.fromEntries(given) as Record<string, string>,
      children: [],
      text: "",
    };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  const addText = (text: string) => void (open.at(-1)!.text += text);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(source).close();
  return top.children[0]!;
}

/** The children of a name, in any namespace. */
export function childrenOf(element: XmlElement, local: string): XmlElement[] {
  return element.children.filter(({ name }) => name.endsWith(`}${local}`));
}
