import { useMutation } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { type Rule, type RuleField, settings } from '../../contract.ts'
import { FieldControl } from './FieldControl.tsx'
import { differing, fieldLabel, optionalText, valueText } from './rule-text.ts'

interface Props {
  readonly rule: Rule
  readonly onChanged: (rule: Rule) => void
  readonly onHistory: () => void
}

/** One rule: what it does, its fields, who changed it when, and the way back. */
export function RuleCard({ rule, onChanged, onHistory }: Props) {
  const t = useText('settings')
  const change = useMutation({
    mutationFn: (value: Rule['value']) => call(settings.changeRule, { params: { key: rule.key }, body: { value } }),
    onSuccess: onChanged,
  })
  const save = (value: Rule['value'], said: string) =>
    change.mutate(value, { onSuccess: () => notify('success', said) })
  const differs = differing(rule.fields, rule.value, rule.defaultValue)
  const undo = async () => {
    const query = { page: 1, pageSize: 1 }
    const { items } = await call(settings.ruleChanges, { params: { key: rule.key }, query }, { cache: 0 })
    const last = items[0]
    if (!last) return notify('info', t('switches.noHistory'))
    const fields = differing(rule.fields, last.valueBefore, last.valueAfter)
    const before = Object.fromEntries(fields.map(({ name }) => [name, last.valueBefore[name]]))
    await change.mutateAsync(before)
    notify('success', t('switches.undone'))
  }
  const headingId = `rule-${rule.key}`
  return (
    <section className="sy-card switches-rule" aria-labelledby={headingId}>
      <header>
        <h3 id={headingId}>{t(`rules.${rule.key}.label`)}</h3>
        {differs.length > 0 && <Tag color="processing">{t('switches.changed')}</Tag>}
        <p>{t(`rules.${rule.key}.description`)}</p>
      </header>
      <ul className="switches-fields">
        {rule.fields.map((field) => (
          <FieldRow
            key={field.name}
            rule={rule}
            field={field}
            busy={change.isPending && field.name in (change.variables ?? {})}
            onChange={(value) => save({ [field.name]: value }, t('switches.saved'))}
          />
        ))}
      </ul>
      <footer>
        <span className="sy-note switches-who">
          {rule.updatedBy === null ? (
            t('switches.never')
          ) : (
            <>
              {t('switches.changedBy')} <Slot name="member-name" values={{ memberId: rule.updatedBy }} />{' '}
              <DateText value={rule.updatedAt} style="relative" />
            </>
          )}
        </span>
        {rule.updatedAt !== null && (
          <span className="sy-actions">
            <ConfirmButton
              size="small"
              type="text"
              icon={<Icon name="undo" size={14} />}
              question={t('switches.undoQuestion')}
              consequence={t('switches.undoConsequence')}
              onConfirm={undo}
            >
              {t('switches.undo')}
            </ConfirmButton>
            <Button size="small" type="text" icon={<Icon name="history" size={14} />} onClick={onHistory}>
              {t('switches.history')}
            </Button>
          </span>
        )}
      </footer>
    </section>
  )
}

interface FieldRowProps {
  readonly rule: Rule
  readonly field: RuleField
  readonly busy: boolean
  readonly onChange: (value: unknown) => void
}

function FieldRow({ rule, field, busy, onChange }: FieldRowProps) {
  const t = useText('settings')
  const labelId = `field-${rule.key}-${field.name}`
  const value = rule.value[field.name]
  const standard = rule.defaultValue[field.name]
  const hint = optionalText(t, `rules.${rule.key}.fields.${field.name}.hint`)
  return (
    <li>
      <div className="switches-field-text">
        <span id={labelId}>{fieldLabel(t, rule.key, field.name)}</span>
        <small className="sy-flow sy-note switches-hints">
          {hint !== undefined && <span>{hint}</span>}
          {field.kind === 'number' && <span>{t('switches.range', { min: field.min ?? 0, max: field.max ?? '' })}</span>}
          {value !== standard && (
            <>
              <span>{t('switches.default', { value: valueText(t, rule.key, field, standard) })}</span>
              <button type="button" className="switches-restore" onClick={() => onChange(standard)}>
                {t('switches.restore')}
              </button>
            </>
          )}
        </small>
      </div>
      <FieldControl rule={rule.key} field={field} value={value} labelledBy={labelId} busy={busy} onChange={onChange} />
    </li>
  )
}
