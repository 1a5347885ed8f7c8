/** How values travel: parameters, forms, and fields that are not to stand plainly in a log. */

type Values = Readonly<Record<string, unknown>>

/** What counts as not given: 0 and false do count (SHELL-051). */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function appendAll(target: URLSearchParams, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    if (isEmpty(value)) continue
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const one of list) {
      if (!isEmpty(one)) target.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
    }
  }
}

let lastStamp = 0

/** A time that no earlier call has used, so that two equal GETs differ (SHELL-049). */
function stamp(): string {
  lastStamp = Math.max(lastStamp + 1, Date.now())
  return String(lastStamp)
}

/** The query text of a call, with its `?` where it has one. A GET carries `_t` against caches on the way. */
export function queryText(method: string, values: Values = {}): string {
  const query = new URLSearchParams()
  appendAll(query, values)
  if (method === 'GET') query.append('_t', stamp())
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** A body as `application/x-www-form-urlencoded` (SHELL-054). */
export function formText(values: Values): string {
  const form = new URLSearchParams()
  appendAll(form, values)
  return form.toString()
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/

/** Numbers and times that forms hold as text become what the wire asks for (SHELL-077). */
export function normalizeBody(values: Values): Values {
  const body: Record<string, unknown> = { ...values }
  for (const name of ['estimateDuration', 'planNumber']) {
    const value = body[name]
    if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) body[name] = Number(value)
  }
  const startTime = body.startTime
  if (typeof startTime === 'string' && LOCAL_TIME.test(startTime)) {
    body.startTime = new Date(startTime.replace(' ', 'T')).getTime()
  }
  return body
}

function base64OfUtf8(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Fields flagged `security` as base64 of their UTF-8 bytes, and the value of the header that names them (SHELL-052). */
export function encodeSecurity(values: Values, names: readonly string[]): { body: Values; header: string } {
  const body: Record<string, unknown> = { ...values }
  const encoded = names.filter((name) => typeof body[name] === 'string' && body[name] !== '')
  for (const name of encoded) body[name] = base64OfUtf8(String(body[name]))
  return { body, header: encoded.join(',') }
}
