import { hasText, type TextOf } from '#web/i18n/texts.ts'
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

/** A value as a person reads it. */
export function valueText(t: TextOf, rule: string, field: RuleField, value: unknown): string {
  if (isSwitch(field)) return t(isOn(value) ? 'switches.on' : 'switches.off')
  if (field.kind === 'choice') return choiceLabel(t, rule, field.name, String(value))
  return value === '' || value === undefined || value === null ? t('switches.empty') : String(value)
}

/** Whether the rule, its description or one of its fields speaks of what is searched. */
export function matches(t: TextOf, rule: Rule, search: string): boolean {
  if (search === '') return true
  const said = [
    rule.key,
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
