import type { Language } from '#kit/caller.ts'
import { hasText, type TextOf } from '#web/i18n/texts.ts'
import { fullNumber } from '#web/ui/number.ts'
import type { Rule, RuleField } from '../../contract.ts'

/** Choices of 0 and 1 are switches that the specification writes as text. */
export function isSwitch(field: RuleField): boolean {
  return field.kind === 'switch' || (field.kind === 'choice' && field.choices?.join() === '0,1')
}

export function isOn(value: unknown): boolean {
  return value === true || value === '1'
}

export function switchValue(field: RuleField, on: boolean): boolean | string {
  if (field.kind === 'switch') return on
  return on ? '1' : '0'
}

/** Kinds of content that members share (map business-type). */
export const sharedKinds = [1, 2, 3, 4, 5, 6, 11, 12, 15, 16, 17] as const

/** The numbers of a field of kinds, which was once typed by hand. */
export function kindsOf(value: unknown): number[] {
  return (
    String(value ?? '')
      .match(/\d+/g)
      ?.map(Number)
      .filter((kind) => sharedKinds.some((known) => known === kind)) ?? []
  )
}

/** A hint or a choice's name where the messages have one. */
export function optionalText(t: TextOf, key: string): string | undefined {
  return hasText('settings', key) ? t(key) : undefined
}

export function fieldLabel(t: TextOf, rule: string, field: string): string {
  return optionalText(t, `rules.${rule}.fields.${field}.label`) ?? field
}

export function choiceLabel(t: TextOf, rule: string, field: string, choice: string): string {
  return optionalText(t, `rules.${rule}.fields.${field}.choices.${choice}`) ?? choice
}

export interface Words {
  readonly t: TextOf
  readonly language: Language
}

/** A value as a person reads it, with its unit. */
export function valueText({ t, language }: Words, rule: string, field: RuleField, value: unknown): string {
  if (isSwitch(field)) return t(isOn(value) ? 'switches.on' : 'switches.off')
  if (field.kind === 'choice') return choiceLabel(t, rule, field.name, String(value))
  if (field.kind === 'kinds')
    return (
      kindsOf(value)
        .map((kind) => t(`kinds.${kind}`))
        .join(t('switches.and')) || t('switches.empty')
    )
  if (field.kind === 'picture' && value) return t('switches.picture')
  if (value === '' || value === undefined || value === null) return t('switches.empty')
  if (field.kind !== 'number') return String(value)
  const unit = optionalText(t, `rules.${rule}.fields.${field.name}.unit`)
  return [fullNumber(Number(value), language), unit].filter((part) => part !== undefined).join(' ')
}

/** What may be written: numbers say their bounds. */
export function boundsText({ t, language }: Words, field: RuleField): string | undefined {
  if (field.kind !== 'number') return undefined
  const { min = 0, max = 1e9 } = field
  return t('switches.range', { min: fullNumber(min, language), max: fullNumber(max, language) })
}

export const COLOR = /^(#[0-9a-f]{6})?$/i

/** What is wrong with a value, in words; undefined when it can be saved. */
export function faultOf({ t, language }: Words, field: RuleField, value: unknown): string | undefined {
  if (field.kind === 'number') {
    const { min = 0, max = 1e9 } = field
    const fits = typeof value === 'number' && value >= min && value <= max
    return fits ? undefined : t('switches.wrong', { min: fullNumber(min, language), max: fullNumber(max, language) })
  }
  if (field.kind === 'color' && !COLOR.test(String(value))) return t('switches.wrongColor')
  return undefined
}

/** What a change brings that its administrator should have read: of a choice its new value, of a number its direction. */
export function consequenceOf(
  t: TextOf,
  rule: string,
  field: RuleField,
  { before, after }: { readonly before: unknown; readonly after: unknown },
): string | undefined {
  const direction = Number(after) > Number(before) ? 'more' : 'less'
  const change = field.kind === 'number' ? direction : isSwitch(field) ? (isOn(after) ? 'on' : 'off') : String(after)
  return optionalText(t, `rules.${rule}.fields.${field.name}.consequence.${change}`)
}

/** Whether the rule, its description or one of its fields speaks of what is searched. */
export function matches(t: TextOf, rule: Rule, search: string): boolean {
  if (search === '') return true
  const said = [
    t(`rules.${rule.key}.label`),
    t(`rules.${rule.key}.description`),
    ...rule.fields.map((field) => fieldLabel(t, rule.key, field.name)),
  ]
  return said.some((text) => text.toLowerCase().includes(search.toLowerCase()))
}

/** The fields whose value differs. */
export function differing(fields: readonly RuleField[], one: Rule['value'], other: Rule['value']): RuleField[] {
  return fields.filter((field) => one[field.name] !== other[field.name])
}
