/** Finds texts in the messages of a module, chooses the form of their number, and fills their placeholders. */

type Messages = Readonly<Record<string, unknown>>
type Values = Readonly<Record<string, unknown>>

const PLACEHOLDER = /\{(\w+)\}/g

/** The text at `list.title`, if there is one. A key of the messages may hold points itself. */
function find(messages: unknown, key: string): string | undefined {
  if (typeof messages !== 'object' || messages === null) return undefined
  const own = (messages as Messages)[key]
  if (typeof own === 'string') return own
  for (let at = key.indexOf('.'); at >= 0; at = key.indexOf('.', at + 1)) {
    const found = find((messages as Messages)[key.slice(0, at)], key.slice(at + 1))
    if (found !== undefined) return found
  }
  return undefined
}

const asText = (value: unknown) => (value === undefined || value === null ? '' : String(value))

/** `rows` with the value `count` is `rows_one` or `rows_other`, where there are such texts. */
export function findText(
  messages: readonly Messages[],
  key: string,
  form: Intl.PluralRules,
  values: Values = {},
): string | undefined {
  const { count } = values
  const keys = typeof count === 'number' ? [`${key}_${form.select(count)}`, key] : [key]
  for (const one of keys) {
    for (const each of messages) {
      const found = find(each, one)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** A value is put in as it is: what looks like a placeholder in it is none. */
export function fillText(text: string, values: Values = {}): string {
  return text.replace(PLACEHOLDER, (_, name: string) => asText(values[name]))
}
