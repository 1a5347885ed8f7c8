import { Form, InputNumber, type InputNumberProps } from 'antd'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '../i18n/texts.ts'
import { fullNumber } from './number.ts'

interface Limits {
  readonly min: number
  readonly max: number
}

/** What to say of a number outside of the limits; nothing of one within, and of an empty field. */
export function useLimits({ min, max }: Limits): (entered: number | null | undefined) => string | undefined {
  const t = useText('shell')
  const language = useLanguage()
  return (entered) => {
    if (entered === null || entered === undefined) return undefined
    if (entered > max) return t('numberField.most', { max: fullNumber(max, language) })
    return entered < min ? t('numberField.least', { min: fullNumber(min, language) }) : undefined
  }
}

type NumberInputProps = Limits & Omit<InputNumberProps<number>, 'min' | 'max' | 'onStep'>

/**
 * A number that stays as it was typed. Ant Design would put the limit in its place, without a word, once the field is left;
 * only its steps are kept within the limits here. Who shows it says what `useLimits` says; in a form `NumberField` does.
 */
export function NumberInput({ min, max, onChange, ...shared }: NumberInputProps) {
  return (
    <InputNumber<number>
      {...shared}
      aria-valuemin={min}
      aria-valuemax={max}
      onChange={onChange}
      onStep={(stepped) => {
        const kept = Math.min(max, Math.max(min, stepped))
        if (kept !== stepped) onChange?.(kept)
      }}
    />
  )
}

interface Props extends Limits {
  readonly name: string
  readonly label: string
  readonly extra?: ReactNode
  /** Said where it is left empty, if it must not be. */
  readonly needed?: string
  readonly precision: number
  readonly suffix?: string
}

/** A problem that stands in a form follows the language, too. */
function LimitText({ entered, ...limits }: Limits & { readonly entered: number }) {
  return useLimits(limits)(entered)
}

/** A number in a form of Ant Design. One outside of the limits is not sent; the field says what they are. */
export function NumberField({ name, label, extra, needed, ...input }: Props) {
  const { min, max } = input
  const limits = { min, max }
  const rules = [
    ...(needed === undefined ? [] : [{ required: true, message: needed }]),
    { type: 'number' as const, max, message: <LimitText {...limits} entered={Number.POSITIVE_INFINITY} /> },
    { type: 'number' as const, min, message: <LimitText {...limits} entered={Number.NEGATIVE_INFINITY} /> },
  ]
  return (
    <Form.Item name={name} label={label} extra={extra} rules={rules}>
      <NumberInput {...input} style={{ width: '100%' }} />
    </Form.Item>
  )
}

type AmountProps = Omit<Props, 'min' | 'max' | 'precision'> & {
  /** In hundredths, as amounts are kept. */
  readonly least: number
  readonly most: number | bigint
}

/** An amount in a form, as people write it: `12.34`. */
export function AmountField({ least, most, ...field }: AmountProps) {
  return <NumberField {...field} min={least / 100} max={Number(most) / 100} precision={2} />
}
