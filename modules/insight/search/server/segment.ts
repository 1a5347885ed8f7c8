/**
 * Sentences cut into words, for questions that stand nowhere as they were typed: words of the company first, then those of a
 * dictionary. Words that say nothing about the matter are left out.
 */
import { Jieba } from '@node-rs/jieba'
import { dict } from '@node-rs/jieba/dict.js'
import { keyOf, runsOf } from './words.ts'

let jieba: Jieba | undefined

/** Reading the dictionary takes a quarter of a second and 40 MB, so the first such question does it. */
function cutter(): Jieba {
  jieba ??= Jieba.withDict(dict)
  return jieba
}

const empty = new Set(
  (
    '的 了 吗 呢 吧 啊 么 是 在 和 与 及 或 有 没 没有 不 要 会 能 可以 我 你 您 他 她 我们 你们 这 那 这个 那个 哪 哪里 哪些 哪个 什么 怎么 怎样 如何 ' +
    '为什么 多少 几 请问 想 把 被 给 对 从 到 去 来 做 写 看 查 找 好 一份 一个 一下 需要 应该 关于 进行 就 都 也 还 很 更 最 里 上 下 中 时 时候 后 前 ' +
    'a an the of to in on for and or is are do does how what where when which who i we my our can with about'
  ).split(' '),
)

/** The words of the text; with `words` of the company kept whole. */
export function segmentsOf(text: string, words: readonly string[]): string[] {
  const own = words.map(keyOf).sort((a, b) => b.length - a.length)
  const cut = (run: string): string[] => {
    const word = own.find((one) => run.includes(one))
    if (word === undefined) return cutter().cut(run, false)
    const at = run.indexOf(word)
    const [before, after] = [run.slice(0, at), run.slice(at + word.length)]
    return [...(before ? cut(before) : []), word, ...(after ? cut(after) : [])]
  }
  const segments = runsOf(keyOf(text)).flatMap(({ text: run, isChinese }) => (isChinese ? cut(run) : [run]))
  return [...new Set(segments.filter((one) => !empty.has(one)))]
}
