/**
 * Articles as their editor writes them, cut down to what readers may be shown. What the editor makes passes unchanged; all
 * else loses its tags and keeps its text. docs/decisions/0146 says what stays.
 */
import sanitizeHtml from 'sanitize-html'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { visibleLength } from '#kit/visible-length.ts'
import {
  alignments,
  articleDepthMax,
  articleHtmlMax,
  calloutKinds,
  codeLanguages,
  mentionsMax,
  pictureShares,
} from '../contract/article.ts'
import { isMisleading, plainText } from './rich-text.ts'

const uuidPattern = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const uuid = new RegExp(`^${uuidPattern}$`)
const ownFile = new RegExp(`^/api/v1/human/file/(${uuidPattern})$`)

type Attributes = Record<string, string>
type Change = (attributes: Attributes) => Attributes | undefined

/**
 * What is to lose its tag: it passes under this name, and the name is taken out of the result. A tag that the sanitizer itself
 * leaves out after it was renamed gives its new name to the end of the next tag of that depth.
 */
const cut = { tagName: 'cut', attribs: {} }
const cutTags = /<\/?cut(?: \/)?>/g

/** The attributes that pass their test, in this order. */
function kept(attributes: Attributes, tests: Readonly<Record<string, (value: string) => boolean>>): Attributes {
  const entries = Object.entries(tests).flatMap(([name, passes]) => {
    const value = attributes[name]
    return value !== undefined && passes(value) ? [[name, value]] : []
  })
  return Object.fromEntries(entries) as Attributes
}

const oneOf =
  (values: readonly (string | number)[]) =>
  (value: string): boolean =>
    values.some((known) => String(known) === value)
const matches =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value)
const any = () => true
const count = matches(/^[1-9]\d{0,2}$/)
const pixels = matches(/^[1-9]\d{0,3}$/)
const languageClass = (value: string) => codeLanguages.some((language) => value === `language-${language}`)

const placed: Change = (from) => kept(from, { 'data-align': oneOf(alignments) })
const cell: Change = (from) =>
  kept(from, { colspan: count, rowspan: count, 'data-colwidth': matches(/^\d{1,4}(?:,\d{1,4}){0,49}$/) })

const played: Change = (from) =>
  ownFile.test(from.src ?? '')
    ? { src: from.src ?? '', ...kept(from, { title: any }), controls: 'controls' }
    : undefined

/** Signs that browsers leave out of an address, so that a scheme may hide behind them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs.
const unseen = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\ufeff]+/g

function leadsSomewhere(href: string): boolean {
  const seen = href.replace(unseen, '')
  return /^(?:https?:|mailto:|[/#])/i.test(seen) && !/^[/\\]{2}/.test(seen) && !isMisleading(href)
}

const link: Change = (from) => {
  const id = from['data-file']
  if (id !== undefined && uuid.test(id)) {
    const size = kept(from, { 'data-size': matches(/^\d{1,13}$/) })
    return { 'data-file': id, ...size, href: `/api/v1/human/file/${id}?download=1` }
  }
  if (from.href === undefined || !leadsSomewhere(from.href)) return undefined
  return { target: '_blank', rel: 'noopener noreferrer', href: from.href, ...kept(from, { title: any }) }
}

/** What each tag keeps of its attributes; undefined cuts the tag itself out. */
const changes: Readonly<Record<string, Change>> = {
  ...{ p: placed, h1: placed, h2: placed, h3: placed, h4: placed },
  ...{ td: cell, th: cell, audio: played, video: played, a: link },
  code: (from) => kept(from, { class: languageClass }),
  ul: (from) => kept(from, { 'data-list': oneOf(['tasks']) }),
  ol: (from) => kept(from, { start: count }),
  li: (from) => kept(from, { 'data-done': oneOf(['true', 'false']) }),
  blockquote: (from) => kept(from, { 'data-callout': oneOf(calloutKinds) }),
  figure: (from) => kept(from, { 'data-align': oneOf(alignments), 'data-width': oneOf(pictureShares) }),
  img: (from) =>
    ownFile.test(from.src ?? '')
      ? { src: from.src ?? '', ...kept(from, { alt: any, width: pixels, height: pixels }) }
      : undefined,
}

const plainTags = [
  ...['br', 'hr', 'pre', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'figcaption'],
  ...['table', 'thead', 'tbody', 'tr'],
]

const bare = Object.fromEntries(plainTags.map((tag): [string, Change] => [tag, () => ({})]))

function optionsOf(mentioned: Set<string>): sanitizeHtml.IOptions {
  const span: Change = (from): Attributes | undefined => {
    if (from['data-latex'] !== undefined) return { 'data-latex': from['data-latex'] }
    const id = from['data-member'] ?? ''
    if (!uuid.test(id) || (!mentioned.has(id) && mentioned.size >= mentionsMax)) return undefined
    mentioned.add(id)
    return { 'data-member': id }
  }
  const transformTags = Object.fromEntries(
    Object.entries({ ...bare, ...changes, span }).map(([tagName, change]) => [
      tagName,
      (_name: string, from: Attributes): sanitizeHtml.Tag => {
        const attribs = change(from)
        return attribs ? { tagName, attribs } : cut
      },
    ]),
  )
  return {
    allowedTags: [...plainTags, ...Object.keys(changes), 'span', cut.tagName],
    // Each tag has been cut down to its own above; links are looked at once more here.
    allowedAttributes: false,
    transformTags: { ...transformTags, [cut.tagName]: () => cut },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: articleDepthMax,
    parser: { decodeEntities: true },
  }
}

const wrong = (rule: string, message: string) => refuse(INVALID_INPUT, { fields: [{ path: 'html', rule, message }] })
const tooLong = () => wrong('maxLength', `must have at most ${articleHtmlMax} characters of HTML`)

const tag = /<(\/?)([a-z][a-z\d]*)/gi
const closesItself = /^(?:img|br|hr|wbr|col|input|link|meta|source|area|base|embed|param|track)$/i
/** So many open elements cost the parser seconds; no editor writes them. */
const openTagsMax = 1000

function isNestedTooDeep(html: string): boolean {
  let open = 0
  for (const [, slash, name = ''] of html.matchAll(tag)) {
    if (closesItself.test(name)) continue
    open = slash === '/' ? Math.max(0, open - 1) : open + 1
    if (open > openTagsMax) return true
  }
  return false
}

/** The article as readers may be shown it. Refuses what is longer or deeper than an article may be, before it reads it. */
export function cleanArticle(html: string): string {
  if (html.length > articleHtmlMax) throw tooLong()
  if (isNestedTooDeep(html)) throw wrong('nesting', `must not nest more than ${openTagsMax} elements`)
  const clean = sanitizeHtml(html, optionsOf(new Set())).replace(cutTags, '').trim()
  // Signs that are written out as entities have grown.
  if (clean.length > articleHtmlMax) throw tooLong()
  return clean
}

/** What a reader reads of an article, a line for each block: what is searched, and looked through for sensitive words. */
export const articleText = (html: string): string => plainText(html)

/** How many characters that is, as the editor counts. */
export const articleLength = (html: string): number => visibleLength(articleText(html))

/** The members that a clean article names, each once. */
export function memberIdsMentioned(html: string): string[] {
  return [...new Set([...html.matchAll(mention)].map(([, id = '']) => id))]
}

const mention = new RegExp(`<span data-member="(${uuidPattern})">`, 'g')

/** The files that a clean article shows or offers: pictures, sound, videos and attachments, each once. */
export function fileIdsOf(html: string): string[] {
  return [...new Set([...html.matchAll(fileOf)].map(([, id = '']) => id))]
}

const fileOf = new RegExp(
  `<(?:img|audio|video|a)\\b[^>]*?\\b(?:src|href)="/api/v1/human/file/(${uuidPattern})(?:\\?download=1)?"`,
  'g',
)
