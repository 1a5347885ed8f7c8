/**
 * Fills the placeholders `{name}` of a text in one pass. Values are inserted literally and never parsed, so that a name
 * such as `{password}` or `<script>` stays plain text.
 */
import type { Language } from '#kit/caller.ts'
import type { TemplateText } from '../contract/shapes.ts'

/** A text, a text in each language, or an instant (milliseconds), which is shown in the company's time zone. */
export type Variable = string | { readonly cn: string; readonly en: string } | { readonly instant: number }
export type Variables = Readonly<Record<string, Variable>>

const placeholder = /\{([a-zA-Z][a-zA-Z0-9_]{0,39})\}/g
const variableLengthMax = 500
const titleLengthMax = 300

/** The names of a text's placeholders, in their order. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(placeholder)].map((match) => match[1] as string)
}

/** Removes line breaks and other control characters, with which a text could imitate another header or line. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out.
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '')
}

function shorten(text: string, lengthMax: number): string {
  const characters = [...text]
  return characters.length <= lengthMax ? text : `${characters.slice(0, lengthMax - 1).join('')}…`
}

function instantText(instant: number, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(language === 'cn' ? 'zh-CN' : 'en-GB', {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(instant)
}

function textOf(variable: Variable | undefined, language: Language, timeZone: string): string {
  if (variable === undefined) return ''
  if (typeof variable === 'string') return variable
  return 'instant' in variable ? instantText(variable.instant, language, timeZone) : variable[language]
}

/** A placeholder without a value becomes empty, so that nobody reads `{course}`. */
export function render(
  template: TemplateText,
  variables: Variables,
  language: Language,
  timeZone: string,
): TemplateText {
  const values = new Map(
    Object.entries(variables).map(([name, value]) => [
      name,
      shorten(textOf(value, language, timeZone).toWellFormed(), variableLengthMax),
    ]),
  )
  const fill = (text: string) => text.replace(placeholder, (_, name: string) => values.get(name) ?? '')
  return {
    title: shorten(oneLine(fill(template.title)), titleLengthMax),
    body: withoutControls(fill(template.body)).trim(),
  }
}
