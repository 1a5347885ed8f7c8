import { Alert, Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type CaseDetails, moderation, REASON_MAX, type ReasonCode, reasonCodes } from '../../contract.ts'

const muteChoices = [0, 1, 3, 7, 30] as const

interface Props {
  readonly details: CaseDetails
}

function Note({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText('moderation')
  return (
    <Input.TextArea
      className="mod-note"
      aria-label={t('decide.note')}
      placeholder={t('decide.note')}
      maxLength={REASON_MAX}
      showCount
      autoSize={{ minRows: 2, maxRows: 6 }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Keeps or removes, with the rule, what the author reads, and what else follows. */
export function DecisionForm({ details: { id, revision, reports, author } }: Props) {
  const t = useText('moderation')
  const [reasonCode, setReason] = useState<ReasonCode>(reports[0]?.reasonCode ?? 'other')
  const [note, setNote] = useState('')
  const [warn, setWarn] = useState(false)
  const [muteDays, setMute] = useState(0)
  const { busyWith, run } = useAction()
  const decide = (outcome: 'keep' | 'remove') => {
    const isAgainst = outcome === 'remove' || warn || muteDays > 0
    const body = { revision, outcome, note, warn, muteDays, reasonCode: isAgainst ? reasonCode : ('none' as const) }
    return run(() => call(moderation.decide, { params: { id }, body }), { name: outcome, done: t('decide.done') })
  }
  return (
    <div className="sy-column sy-gap-2">
      <label htmlFor="mod-rule">{t('report.rule')}</label>
      <Select
        id="mod-rule"
        value={reasonCode}
        onChange={setReason}
        options={reasonCodes.map((value) => ({ value, label: t(`rule.${value}`) }))}
      />
      <Note value={note} onChange={setNote} />
      {author && (
        <div className="sy-row sy-wrap sy-gap-2">
          <Checkbox checked={warn} onChange={(event) => setWarn(event.target.checked)}>
            {t('decide.warn')}
          </Checkbox>
          <Select
            aria-label={t('decide.mute')}
            value={muteDays}
            onChange={setMute}
            options={muteChoices.map((days) => ({
              value: days,
              label: days === 0 ? t('decide.noMute') : t('own.muted', { count: days }),
            }))}
          />
        </div>
      )}
      <div className="sy-row sy-wrap sy-gap-2">
        <Button type="primary" loading={busyWith === 'keep'} onClick={() => void decide('keep')}>
          {t('decide.keep')}
        </Button>
        <Button danger loading={busyWith === 'remove'} onClick={() => void decide('remove')}>
          {t('decide.remove')}
        </Button>
      </div>
    </div>
  )
}

export function AppealForm({ details: { id, revision, needsOther } }: Props) {
  const t = useText('moderation')
  const [note, setNote] = useState('')
  const { busyWith, run } = useAction()
  if (needsOther) return <Alert type="info" title={t('decide.needsOther')} />
  const decide = (outcome: 'upheld' | 'overturned') =>
    run(() => call(moderation.decideAppeal, { params: { id }, body: { revision, outcome, note } }), {
      ...{ name: outcome, done: t('decide.done') },
    })
  return (
    <div className="sy-column sy-gap-2">
      <Note value={note} onChange={setNote} />
      <div className="sy-row sy-wrap sy-gap-2">
        <Button loading={busyWith === 'upheld'} onClick={() => void decide('upheld')}>
          {t('decide.uphold')}
        </Button>
        <Button type="primary" loading={busyWith === 'overturned'} onClick={() => void decide('overturned')}>
          {t('decide.overturn')}
        </Button>
      </div>
    </div>
  )
}

export function RestoreButton({ details: { id, revision } }: Props) {
  const t = useText('moderation')
  const { busy, run } = useAction()
  const restore = () =>
    run(() => call(moderation.restore, { params: { id }, body: { revision, note: '' } }), { done: t('decide.done') })
  return (
    <Button loading={busy} onClick={() => void restore()}>
      {t('decide.restore')}
    </Button>
  )
}
