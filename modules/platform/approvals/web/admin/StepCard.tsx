import { Input, InputNumber, Segmented, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { MemberPicker } from '#modules/platform/identity/web.tsx'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { approverRoles, hoursMax, stepKinds } from '../../contract/shapes.ts'
import { type Draft, problemOf } from './drafts.ts'

interface Props {
  readonly draft: Draft
  readonly number: number
  readonly moves: ReactNode
  readonly readOnly: boolean
  /** Whether the step is new, so that its fields are open. */
  readonly isNew: boolean
  /** Whether to show missing fields, after an attempt to save. */
  readonly tried: boolean
  readonly onChange: (draft: Draft) => void
  readonly onDelete: () => void
}

/** A short description of the approvers. */
function summaryOf(draft: Draft, t: TextOf): string {
  const who = {
    role: draft.role ? t(`roles.${draft.role}`) : '',
    superior: t(`admin.level${draft.level ?? 1}`),
    members: draft.members.map((member) => member.fullName).join(t('events.separator')),
  }[draft.who]
  const timeout = draft.onTimeout === 'skip' ? 'admin.skipText' : 'admin.escalateText'
  const parts = [
    who,
    t(`admin.${draft.mode}`),
    draft.remindAfterHours ? t('admin.remindText', { hours: draft.remindAfterHours }) : '',
    draft.timeoutHours ? t(timeout, { hours: draft.timeoutHours }) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

interface FieldsProps {
  readonly draft: Draft
  readonly tried: boolean
  readonly onChange: (draft: Draft) => void
}

function WhoFields({ draft, tried, onChange }: FieldsProps) {
  const t = useText('approvals')
  const id = useId()
  return (
    <div className="sy-grid sy-gap-1 ap-field">
      <span id={`${id}-who`}>{t('admin.who')}</span>
      <Segmented
        aria-labelledby={`${id}-who`}
        value={draft.who}
        options={stepKinds.map((value) => ({ value, label: t(`admin.${value}`) }))}
        onChange={(who) => onChange({ ...draft, who })}
      />
      {draft.who === 'role' && (
        <>
          <Select
            aria-label={t('admin.chooseRole')}
            value={draft.role ?? undefined}
            options={approverRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
            onChange={(role) => onChange({ ...draft, role })}
          />
          <span className="sy-faint">{t('admin.roleHint')}</span>
        </>
      )}
      {draft.who === 'superior' && (
        <Select
          aria-label={t('admin.level')}
          value={draft.level ?? 1}
          options={[1, 2, 3].map((value) => ({ value, label: t(`admin.level${value}`) }))}
          onChange={(level) => onChange({ ...draft, level })}
        />
      )}
      {draft.who === 'members' && (
        <MemberPicker
          label={t('admin.chooseMembers')}
          value={draft.members}
          status={tried && draft.members.length === 0 ? 'error' : undefined}
          onChange={(members) => onChange({ ...draft, members })}
        />
      )}
    </div>
  )
}

interface HoursProps {
  readonly label: string
  readonly value: number | null | undefined
  readonly wrong?: boolean
  readonly onChange: (hours: number | null) => void
}

function Hours({ label, value, wrong, onChange }: HoursProps) {
  const t = useText('approvals')
  const id = useId()
  return (
    <div className="sy-grid sy-gap-1 ap-field">
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        min={1}
        max={hoursMax}
        precision={0}
        value={value ?? null}
        placeholder={t('admin.never')}
        suffix={t('admin.hours')}
        status={wrong ? 'error' : ''}
        onChange={(hours) => onChange(hours)}
      />
    </div>
  )
}

function MoreFields({ draft, tried, onChange }: FieldsProps) {
  const t = useText('approvals')
  const id = useId()
  const choice = <Value extends string>(
    key: string,
    label: string,
    value: Value,
    values: readonly Value[],
    set: (value: Value) => void,
  ) => (
    <div className="sy-grid sy-gap-1 ap-field">
      <label htmlFor={`${id}-${key}`}>{label}</label>
      <Select
        id={`${id}-${key}`}
        value={value}
        options={values.map((one) => ({ value: one, label: t(`admin.${one}`) }))}
        onChange={set}
      />
    </div>
  )
  const isWrong = tried && problemOf(draft) === 'admin.wrongTimeout'
  return (
    <div className="sy-grid sy-gap-4 ap-grid">
      {choice('mode', t('admin.mode'), draft.mode, ['any', 'all'] as const, (mode) => onChange({ ...draft, mode }))}
      {choice('nobody', t('admin.whenNobody'), draft.whenNobody, ['administrator', 'next'] as const, (whenNobody) =>
        onChange({ ...draft, whenNobody }),
      )}
      <Hours
        label={t('admin.remindAfter')}
        value={draft.remindAfterHours}
        onChange={(remindAfterHours) => onChange({ ...draft, remindAfterHours })}
      />
      <Hours
        label={t('admin.timeout')}
        value={draft.timeoutHours}
        wrong={isWrong}
        onChange={(timeoutHours) => onChange({ ...draft, timeoutHours })}
      />
      {draft.timeoutHours
        ? choice('timeout', t('admin.onTimeout'), draft.onTimeout, ['escalate', 'skip'] as const, (onTimeout) =>
            onChange({ ...draft, onTimeout }),
          )
        : null}
    </div>
  )
}

/** One step of a flow as a card that can be opened, edited and moved. */
export function StepCard({ draft, number, moves, readOnly, isNew, tried, onChange, onDelete }: Props) {
  const t = useText('approvals')
  const id = useId()
  const [open, setOpen] = useState(isNew)
  const problem = tried ? problemOf(draft) : undefined
  return (
    <div className="sy-box ap-flow-step" data-wrong={problem !== undefined}>
      <div className="sy-row sy-gap-3 ap-flow-head">
        <span className="ap-number">{number}</span>
        <div className="ap-flow-title">
          <strong>{draft.name || t('admin.newStep', { number })}</strong>
          <span className="sy-faint">{summaryOf(draft, t)}</span>
        </div>
        {!readOnly && (
          <div className="ap-flow-buttons">
            {moves}
            <button type="button" className="sy-icon-button" aria-label={t('admin.deleteStep')} onClick={onDelete}>
              <Icon name="delete" size={18} />
            </button>
            <button
              type="button"
              className="sy-icon-button ap-open"
              aria-expanded={open}
              aria-controls={`${id}-body`}
              aria-label={t('admin.details')}
              onClick={() => setOpen(!open)}
            >
              <Icon name="chevron-down" size={18} />
            </button>
          </div>
        )}
      </div>
      {problem && (
        <p className="ap-failure" role="alert">
          {t(problem)}
        </p>
      )}
      {!readOnly && open && (
        <div className="sy-grid sy-gap-4 ap-flow-body" id={`${id}-body`}>
          <div className="sy-grid sy-gap-1 ap-field">
            <label htmlFor={`${id}-name`}>{t('admin.stepName')}</label>
            <Input
              id={`${id}-name`}
              value={draft.name}
              maxLength={30}
              status={tried && draft.name.trim() === '' ? 'error' : ''}
              onChange={(event) => onChange({ ...draft, name: event.target.value })}
            />
          </div>
          <WhoFields draft={draft} tried={tried} onChange={onChange} />
          <MoreFields draft={draft} tried={tried} onChange={onChange} />
        </div>
      )}
    </div>
  )
}
