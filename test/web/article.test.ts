/** What the editor writes, and what the server makes of it. */
import './browser.ts'
import type { DOMOutputSpec, Mark, Node } from '@tiptap/pm/model'
import { getSchema } from '@tiptap/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { visibleLength } from '#kit/visible-length.ts'
import { codeLanguages } from '#modules/content/catalog/contract/article.ts'
import { articleLength, cleanArticle } from '#modules/content/catalog/server/article.ts'
import { articleNodes } from '#modules/content/catalog/web/rich-text/article/article-nodes.ts'
import { headingsOf, placesOf, textOf } from '#modules/content/catalog/web/rich-text/article/article-text.ts'

const schema = getSchema(articleNodes)
const uuid = '0190b6f2-0000-7000-8000-00000000000'
const source = `/api/v1/human/file/${uuid}1`

type Json = { type: string; attrs?: object; content?: Json[]; text?: string; marks?: object[] }

const signs = fc.constantFrom(
  '字',
  '知识',
  'a',
  'word',
  ' ',
  '<',
  '&',
  '"',
  '👍',
  'é',
  '<script>',
  '。',
  '\u00a0',
  '&lt;',
)
const words = fc.array(signs, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
const marks = fc.subarray([
  { type: 'bold' },
  { type: 'italic' },
  { type: 'underline' },
  { type: 'strike' },
  { type: 'link', attrs: { href: 'https://example.com/a?b=1&c=2' } },
])
const text: fc.Arbitrary<Json> = fc.record({ type: fc.constant('text'), text: words, marks })
const plain: fc.Arbitrary<Json> = fc.record({ type: fc.constant('text'), text: words })
const inline: fc.Arbitrary<Json> = fc.oneof(
  { weight: 5, arbitrary: text },
  words.map((latex) => ({ type: 'formula', attrs: { latex } })),
  words.map((name) => ({ type: 'mention', attrs: { member: `${uuid}2`, name } })),
  words.map((name) => ({ type: 'file', attrs: { file: `${uuid}3`, name, size: 12 } })),
  fc.constant({ type: 'hardBreak' }),
)
const line = fc.array(inline, { maxLength: 4 })
const align = fc.constantFrom(null, 'center', 'right')
const paragraph: fc.Arbitrary<Json> = fc
  .tuple(align, line)
  .map(([to, content]) => ({ type: 'paragraph', attrs: { align: to }, content }))
const row = (type: string, content: Json[]): Json => ({
  type: 'tableRow',
  content: content.map((cell) => ({ type, attrs: { colwidth: [120] }, content: [cell] })),
})

const { block } = fc.letrec<{ block: Json; blocks: Json[] }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  block: fc.oneof(
    { maxDepth: 2 },
    paragraph,
    fc
      .tuple(fc.constantFrom(1, 2, 3), align, line)
      .map(([level, to, content]) => ({ type: 'heading', attrs: { level, align: to }, content })),
    fc
      .tuple(fc.constantFrom(...codeLanguages, null), plain)
      .map(([language, content]) => ({ type: 'codeBlock', attrs: { language }, content: [content] })),
    fc
      .tuple(words, align, fc.constantFrom(null, '25', '50', '75'), fc.array(plain, { maxLength: 1 }))
      .map(([alt, to, width, content]) => ({ type: 'figure', attrs: { src: source, alt, align: to, width }, content })),
    fc.constantFrom({ type: 'horizontalRule' }, { type: 'video', attrs: { src: source, title: 'a"b' } }),
    fc
      .tuple(fc.constantFrom(null, 'info', 'success', 'warning', 'danger'), tie('blocks'))
      .map(([callout, content]) => ({ type: 'blockquote', attrs: { callout }, content: content as Json[] })),
    fc.tuple(fc.constantFrom('bulletList', 'orderedList'), paragraph, tie('blocks')).map(([type, first, rest]) => ({
      type,
      content: [{ type: 'listItem', content: [first, ...(rest as Json[])] }],
    })),
    fc.tuple(fc.boolean(), paragraph).map(([done, first]) => ({
      type: 'taskList',
      content: [{ type: 'taskItem', attrs: { done }, content: [first] }],
    })),
    fc
      .tuple(
        fc.array(paragraph, { minLength: 2, maxLength: 2 }),
        fc.array(tie('block'), { minLength: 2, maxLength: 2 }),
      )
      .map(([heads, cells]) => ({
        type: 'table',
        content: [row('tableHeader', heads), row('tableCell', cells as Json[])],
      })),
  ),
}))
const anyDoc = fc
  .array(block, { minLength: 1, maxLength: 5 })
  .map((content) => schema.nodeFromJSON({ type: 'doc', content }) as Node)

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The HTML of one element as browsers write it. */
function tagOf(spec: DOMOutputSpec | string, content: string): string {
  if (typeof spec === 'string') return escaped(spec)
  const [tag, ...rest] = spec as unknown as [string, ...unknown[]]
  const hasAttributes = typeof rest[0] === 'object' && rest[0] !== null && !Array.isArray(rest[0])
  const attributes = hasAttributes ? (rest.shift() as Record<string, unknown>) : {}
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('"', '&quot;')}"`)
  if (['img', 'br', 'hr'].includes(tag)) return `<${tag}${written.join('')} />`
  const inner = rest.map((child) => (child === 0 ? content : tagOf(child as DOMOutputSpec, content)))
  return `<${tag}${written.join('')}>${inner.join('')}</${tag}>`
}

function htmlOf(node: Node): string {
  const inner = node.isText ? escaped(node.text ?? '') : node.children.map(htmlOf).join('')
  const own = node.isText || node.type.name === 'doc' ? inner : tagOf(node.type.spec.toDOM?.(node) ?? '', inner)
  return [...node.marks]
    .reverse()
    .reduce((html: string, mark: Mark) => tagOf(mark.type.spec.toDOM?.(mark, true) ?? '', html), own)
}

it('writes what the server lets through unchanged, and counts its characters as the server does', () => {
  fc.assert(
    fc.property(anyDoc, (doc) => {
      doc.check()
      const html = htmlOf(doc)
      expect(cleanArticle(html)).toBe(html.trim())
      expect(articleLength(html)).toBe(visibleLength(textOf(doc)))
    }),
    { numRuns: 300, seed: 17 },
  )
})

it('knows its headings and where words stand, whatever their case and width', () => {
  const doc = schema.nodeFromJSON({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '开始' }] },
      { type: 'heading', attrs: { level: 1 } },
      { type: 'paragraph', content: [{ type: 'text', text: 'Ａb 和 aB' }] },
    ],
  }) as Node
  expect(headingsOf(doc)).toEqual([{ level: 2, text: '开始', at: 0 }])
  expect(placesOf(doc, ['AB']).map(({ from, to }) => doc.textBetween(from, to))).toEqual(['Ａb', 'aB'])
  expect(placesOf(doc, [''])).toEqual([])
})
