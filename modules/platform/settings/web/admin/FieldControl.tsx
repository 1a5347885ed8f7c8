import { Button, Input, InputNumber, Segmented, Select, Switch } from 'antd'
import { Slot } from '#web/slots.tsx'
import { pictureUrl } from '#web/ui/picture.ts'
import type { RuleField } from '../../contract.ts'
import { COLOR, choiceLabel, isOn, isSwitch, kindsOf, optionalText, sharedKinds, switchValue } from './rule-text.ts'
import { useRuleText } from './use-rule-text.ts'

interface Props {
  readonly rule: string
  readonly field: RuleField
  readonly value: unknown
  /** The id of the element that names the field, and of those that describe it. */
  readonly labelledBy: string
  readonly describedBy: string
  readonly isWrong: boolean
  readonly onChange: (value: unknown) => void
}

/** What a field is set with. Nothing acts before it is saved. */
export function FieldControl(props: Props) {
  const { rule, field, value, labelledBy, describedBy, isWrong, onChange } = props
  const t = useRuleText()
  const named = { 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }
  const status = isWrong ? ('error' as const) : undefined
  if (isSwitch(field))
    return <Switch {...named} checked={isOn(value)} onChange={(on) => onChange(switchValue(field, on))} />
  switch (field.kind) {
    case 'choice':
      return (
        <Segmented
          {...named}
          options={(field.choices ?? []).map((choice) => ({
            value: choice,
            label: choiceLabel(t, rule, field.name, choice),
          }))}
          value={String(value)}
          onChange={onChange}
        />
      )
    case 'picture':
      return <PictureControl {...props} />
    case 'color':
      return <ColorControl {...props} />
    case 'kinds':
      return (
        <Select<number[]>
          {...named}
          mode="multiple"
          className="switches-kinds"
          value={kindsOf(value)}
          placeholder={t('switches.noKinds')}
          showSearch={{ optionFilterProp: 'label' }}
          options={sharedKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          onChange={(kinds) => onChange(kinds.join(','))}
        />
      )
    case 'number':
      return (
        <span className="sy-row sy-gap-2 switches-typed">
          <InputNumber {...named} value={value as number} status={status} onChange={onChange} />
          <span className="switches-unit">{optionalText(t, `rules.${rule}.fields.${field.name}.unit`)}</span>
        </span>
      )
    default:
      return (
        <span className="switches-typed">
          <Input
            {...named}
            value={String(value ?? '')}
            status={status}
            maxLength={field.maxLength}
            showCount
            placeholder={optionalText(t, `rules.${rule}.fields.${field.name}.placeholder`)}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )
  }
}

/** The picture as it is, another in its place, or none. */
function PictureControl({ value, onChange }: Props) {
  const t = useRuleText()
  const address = pictureUrl(String(value ?? ''))
  return (
    <div className="sy-column sy-gap-2 switches-picture">
      {address && (
        <div className="sy-row sy-gap-3">
          <img src={address} alt={t('switches.picture')} />
          <Button size="small" danger onClick={() => onChange('')}>
            {t('switches.removePicture')}
          </Button>
        </div>
      )}
      <Slot name="picture-upload" values={{ onUploaded: onChange, label: t('switches.upload') }} />
    </div>
  )
}

function ColorControl({ value, labelledBy, describedBy, isWrong, onChange }: Props) {
  const text = String(value ?? '')
  return (
    <span className="sy-row sy-gap-2 switches-typed">
      <input
        type="color"
        className="switches-color"
        aria-labelledby={labelledBy}
        value={COLOR.test(text) && text !== '' ? text : '#1f5c85'}
        onChange={(event) => onChange(event.target.value)}
      />
      <Input
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        value={text}
        status={isWrong ? 'error' : undefined}
        placeholder="#1f5c85"
        maxLength={7}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  )
}
