/** Rich text as authors write it, cut down to what may be shown on our pages. */
import sanitizeHtml from 'sanitize-html'
import { webAddressPattern } from '#kit/schema.ts'

/** Pictures, sound and videos come from our own files; an address of another origin would tell it who reads. */
const ownFile = /^\/api\/v1\/human\/file\/[0-9a-f-]{36}$/

const webAddress = new RegExp(webAddressPattern, 'iu')

/** A web address with a password or hidden characters: it leads elsewhere than it seems. */
export const isMisleading = (href: string) => /^\s*https?:/i.test(href) && !webAddress.test(href.trim())

const media = ['audio', 'video']

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'img', 'span'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', ...media],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    audio: ['src', 'controls', 'title'],
    video: ['src', 'controls', 'title'],
    // The LaTeX of a formula, which the browser draws.
    span: ['data-latex'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  exclusiveFilter: (frame) => [...media, 'img'].includes(frame.tag) && !ownFile.test(frame.attribs.src ?? ''),
  transformTags: {
    a: (tagName, { href, ...attribs }) => ({
      tagName,
      attribs: {
        ...attribs,
        ...(href !== undefined && !isMisleading(href) && { href }),
        ...{ target: '_blank', rel: 'noopener noreferrer' },
      },
    }),
  },
}

/** What a reader reads of rich text, a line for each block: what is looked through for sensitive words. */
export function plainText(html: string): string {
  const broken = html.replace(/<(?:br|\/p|\/h[1-4]|\/li|\/td|\/th|\/pre|\/blockquote|\/figcaption)\b[^>]*>/gi, '\n')
  const text = sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {} })
  return text.replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof entities) => entities[name]).trim()
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"' } as const

export function cleanRichText(html: string): string {
  if (!/[<>&]/.test(html)) return html.trim()
  return sanitizeHtml(html, options).trim()
}
