import { useMutation } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { call } from '#web/api/query.ts'
import { useLanguage } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { type Rule, type RuleField, settings } from '../../contract.ts'
import type { Draft } from './drafts.ts'
import { FieldControl } from './FieldControl.tsx'
import { boundsText, differing, faultOf, fieldLabel, optionalText, valueText } from './rule-text.ts'
import { useRuleText } from './use-rule-text.ts'

interface Props {
  readonly rule: Rule
  /** What differs from the saved value. */
  readonly draft: Draft
  readonly onDraft: (name: string, value: unknown) => void
  readonly onChanged: (rule: Rule) => void
  readonly onHistory: () => void
}

/** One rule: what it does, its fields, who changed it when, and the way back. */
export function RuleCard({ rule, draft, onDraft, onChanged, onHistory }: Props) {
  const t = useRuleText()
  const change = useMutation({
    mutationFn: (value: Rule['value']) => call(settings.changeRule, { params: { key: rule.key }, body: { value } }),
    onSuccess: onChanged,
  })
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
        {differs.length > 0 && <Tag>{t('switches.changed')}</Tag>}
        <p>{t(`rules.${rule.key}.description`)}</p>
      </header>
      <ul className="switches-fields">
        {rule.fields.map((field) => (
          <FieldRow
            key={field.name}
            rule={rule}
            field={field}
            draft={draft}
            onChange={(value) => onDraft(field.name, value)}
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
  readonly draft: Draft
  readonly onChange: (value: unknown) => void
}

/** What the field does, what may be written, its default, and whether it waits to be saved. */
function FieldRow({ rule, field, draft, onChange }: FieldRowProps) {
  const t = useRuleText()
  const words = { t, language: useLanguage() }
  const labelId = `field-${rule.key}-${field.name}`
  const hintId = `${labelId}-hint`
  const isChanged = field.name in draft
  const value = isChanged ? draft[field.name] : rule.value[field.name]
  const standard = rule.defaultValue[field.name]
  const hint = optionalText(t, `rules.${rule.key}.fields.${field.name}.hint`)
  const bounds = boundsText(words, field)
  const fault = faultOf(words, field, value)
  return (
    <li data-changed={isChanged}>
      <div className="switches-field-text">
        <span id={labelId}>{fieldLabel(t, rule.key, field.name)}</span>
        <div id={hintId} className="sy-note">
          {hint !== undefined && <p>{hint}</p>}
          <p className="sy-flow switches-hints">
            {bounds !== undefined && <span>{bounds}</span>}
            <span>{t('switches.default', { value: valueText(words, rule.key, field, standard) })}</span>
            {isChanged && (
              <span className="switches-was">
                {t('switches.was', { value: valueText(words, rule.key, field, rule.value[field.name]) })}
              </span>
            )}
            {value !== standard && (
              <button type="button" className="switches-restore" onClick={() => onChange(standard)}>
                {t('switches.restore')}
              </button>
            )}
          </p>
        </div>
        {fault !== undefined && (
          <p className="switches-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
      <FieldControl
        rule={rule.key}
        field={field}
        value={value}
        labelledBy={labelId}
        describedBy={hintId}
        isWrong={fault !== undefined}
        onChange={onChange}
      />
    </li>
  )
}
