/** The order of options for one person. Options whose place says something keep it. */

import { type QuestionContent, type SimpleContent, shownRights } from '#modules/assessment/questions/contract.ts'
import { plainText } from '#modules/content/catalog/server.ts'
import { hashOf, shuffled } from './draw/chance.ts'

/** “All of the above”, “none of these”, 以上都对, 以上选项均不正确: about the options that stand before. */
const aboutOthers =
  /^(?:(?:all|none|both|neither|any) of (?:the )?(?:above|these|following|options)|(?:上述|以上|前述|前面).{0,6}(?:都|均|皆|全|不|无|没有|有误|正确|错误|选项|答案))/i

/** “A and C”, A和B, ①②: names others by their letters, so that none of the question's options may move. */
const namesOthers =
  /^(?:both |only |仅|只有)?[A-Z①-⑳](?:\s*(?:,|，|、|and|or|和|与|及|或|&|\+)?\s*[A-Z①-⑳])+\s*(?:都|均|皆|正确|错误|对|错|$)/

/** The places in an order that the seed decides, in which those that are `fixed` stay where they are. */
function orderOf(count: number, fixed: ReadonlySet<number>, seed: number): number[] {
  const all = [...Array(count).keys()]
  const moving = shuffled(
    all.filter((at) => !fixed.has(at)),
    String,
    seed,
  )
  return all.map((at) => (fixed.has(at) ? at : (moving.shift() ?? at)))
}

function orderOfSimple(content: SimpleContent, seed: number): number[] {
  switch (content.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'undetermined-choice': {
      const texts = content.options.map((option) => plainText(option))
      if (texts.some((text) => namesOthers.test(text))) return []
      const fixed = new Set(texts.flatMap((text, at) => (aboutOthers.test(text) ? [at] : [])))
      return orderOf(texts.length, fixed, seed)
    }
    case 'matching':
      return orderOf(shownRights(content).length, new Set(), seed)
    // Of an ordering the order is the answer; true stands before false everywhere.
    default:
      return []
  }
}

/** For each part of a group, or for the question itself: the ids of its options in their order; none where they stay. */
export function optionOrders(content: QuestionContent, seed: number): number[][] {
  const parts = content.kind === 'group' ? content.parts.map((part) => part.content) : [content]
  return parts.map((part, at) => orderOfSimple(part, hashOf(`part ${at}`, seed)))
}
