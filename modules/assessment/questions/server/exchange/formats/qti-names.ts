/** QTI 3.0 writes the names of 2.x with hyphens: `qti-choice-interaction`, `response-identifier`. */
import { isElement, type XmlElement, type XmlNode } from './xml.ts'

const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const isOwn = (name: string) => name.startsWith('qti-')

/** Either version with the names of 2.x. */
export function named2(node: XmlElement): XmlElement {
  const isThree = isOwn(node.name)
  const attributes = Object.entries(node.attributes).map(([name, value]) => [isThree ? camel(name) : name, value])
  return {
    name: isThree ? camel(node.name.slice(4)) : node.name,
    attributes: Object.fromEntries(attributes),
    children: node.children.map((child) => (isElement(child) ? named2(child) : child)),
  }
}

/** Elements of QTI itself; all others are those of XHTML and MathML. */
const qtiElement =
  /^(?:assessmentItem|responseDeclaration|outcomeDeclaration|correctResponse|defaultValue|value|mapping|mapEntry|itemBody|rubricBlock|prompt|\w+Interaction|simpleChoice|simpleMatchSet|simpleAssociableChoice|inlineChoice|responseProcessing|responseCondition|response(?:If|Else)|equal|variable|correct|setOutcomeValue|baseValue|modalFeedback|contentBody)$/

export function named3(node: XmlNode): XmlNode {
  if (!isElement(node)) return node
  const isQti = qtiElement.test(node.name)
  const attributes = Object.entries(node.attributes).map(([name, value]) => [
    isQti && !name.startsWith('xml') ? kebab(name) : name,
    value,
  ])
  return {
    name: isQti ? `qti-${kebab(node.name)}` : node.name,
    attributes: Object.fromEntries(attributes),
    children: node.children.map(named3),
  }
}
