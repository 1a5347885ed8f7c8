import { Button, Input, InputNumber, Segmented, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { RuleField } from '../../contract.ts'
import { choiceLabel, isOn, isSwitch, switchValue } from './rule-text.ts'

interface Props {
  readonly rule: string
  readonly field: RuleField
  readonly value: unknown
  /** The id of the element that names the field. */
  readonly labelledBy: string
  readonly busy: boolean
  readonly onChange: (value: unknown) => void
}

/** What a field is set with. Switches and choices act at once; what is typed acts when it is saved. */
export function FieldControl(props: Props) {
  const { rule, field, value, labelledBy, busy, onChange } = props
  const t = useText('settings')
  if (isSwitch(field)) {
    const change = (on: boolean) => onChange(switchValue(field, on))
    return <Switch checked={isOn(value)} loading={busy} onChange={change} aria-labelledby={labelledBy} />
  }
  if (field.kind === 'choice') {
    const options = (field.choices ?? []).map((choice) => ({
      value: choice,
      label: choiceLabel(t, rule, field.name, choice),
    }))
    return (
      <Segmented
        options={options}
        value={String(value)}
        disabled={busy}
        onChange={onChange}
        aria-labelledby={labelledBy}
      />
    )
  }
  return <TypedControl {...props} />
}

const COLOR = /^(#[0-9a-f]{6})?$/i

/** What is wrong with a draft, in words; undefined when it can be saved. */
function useFault(field: RuleField, draft: unknown): string | undefined {
  const t = useText('settings')
  if (field.kind === 'number') {
    const { min = 0, max = 1e9 } = field
    const fits = typeof draft === 'number' && draft >= min && draft <= max
    return fits ? undefined : t('switches.wrong', { min, max })
  }
  if (field.kind === 'color' && !COLOR.test(String(draft))) return t('switches.wrongColor')
  return undefined
}

function TypedControl({ field, value, labelledBy, busy, onChange }: Props) {
  const t = useText('settings')
  const [draft, setDraft] = useState(value)
  useEffect(() => setDraft(value), [value])
  const fault = useFault(field, draft)
  const changed = draft !== value
  const save = () => {
    if (changed && fault === undefined) onChange(draft)
  }
  const status = fault === undefined ? undefined : 'error'
  return (
    <div className="sy-column sy-gap-2 switches-typed">
      <div className="sy-row sy-gap-2">
        {field.kind === 'color' && (
          <input
            type="color"
            className="switches-color"
            aria-labelledby={labelledBy}
            value={COLOR.test(String(draft)) && draft ? String(draft) : '#1f5c85'}
            onChange={(event) => setDraft(event.target.value)}
          />
        )}
        {field.kind === 'number' ? (
          <InputNumber
            value={draft as number}
            status={status}
            onChange={setDraft}
            onPressEnter={save}
            aria-labelledby={labelledBy}
          />
        ) : (
          <Input
            value={String(draft ?? '')}
            status={status}
            maxLength={field.maxLength}
            onChange={(event) => setDraft(event.target.value)}
            onPressEnter={save}
            aria-labelledby={labelledBy}
          />
        )}
      </div>
      {fault !== undefined && (
        <p className="switches-fault" role="alert">
          {fault}
        </p>
      )}
      {changed && (
        <div className="sy-actions">
          <Button size="small" type="primary" loading={busy} disabled={fault !== undefined} onClick={save}>
            {t('switches.save')}
          </Button>
          <Button size="small" onClick={() => setDraft(value)}>
            {t('switches.discard')}
          </Button>
        </div>
      )}
    </div>
  )
}
