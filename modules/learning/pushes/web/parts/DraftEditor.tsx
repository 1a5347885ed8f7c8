import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Input, Switch } from 'antd'
import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Language } from '#kit/caller.ts'
import { type CallError, isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { MomentField } from '#web/ui/DateFields.tsx'
import { dateText } from '#web/ui/date.ts'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { PUSH_CHANGED } from '../../contract/errors.ts'
import type { PushDetail } from '../../contract/managing.ts'
import { pushes } from '../../contract.ts'
import { type Arrival, pushPaths } from '../paths.ts'
import { type Audience, AudienceFields } from './AudienceFields.tsx'
import { ContentsField, type PickedContent } from './ContentsField.tsx'

const remindChoices = [1, 3, 7] as const

interface Draft {
  readonly name: string
  readonly description: string
  readonly contents: readonly PickedContent[]
  readonly audience: Audience
  readonly includesNewcomers: boolean
  readonly startTime: number | null
  readonly finishTime: number | null
  readonly remindDays: readonly number[]
}

function draftOf(push: PushDetail | undefined, name: string, language: Language, content: Arrival['content']): Draft {
  if (!push) {
    const contents = content ? [{ ...content, isRequired: 1 as const }] : []
    const audience = { organizationIds: [], members: [] }
    const times = { startTime: null, finishTime: null, remindDays: [] }
    return { name, description: '', contents, audience, includesNewcomers: false, ...times }
  }
  return {
    name: push.name,
    description: push.description,
    contents: push.contents.map(({ kindLabel, ...content }) => ({ ...content, kind: kindLabel[language] })),
    audience: { organizationIds: push.organizations.map(({ id }) => id), members: push.members },
    includesNewcomers: push.includesNewcomers,
    startTime: push.startTime,
    finishTime: push.finishTime,
    remindDays: push.remindDays,
  }
}

function bodyOf({ audience, contents, remindDays, ...draft }: Draft) {
  return {
    ...draft,
    remindDays: [...remindDays],
    contents: contents.map(({ businessType, businessId, isRequired }) => ({ businessType, businessId, isRequired })),
    organizationIds: [...audience.organizationIds],
    memberIds: audience.members.map((member) => member.id),
  }
}

interface Props {
  /** The stored draft; absent for a new one, which the first saving stores. */
  readonly push?: PushDetail
  readonly onReload?: () => void
}

/** A push before anybody gets it: its contents, its audience, its due date; and beside it, whether it can go out. */
export function DraftEditor({ push, onReload }: Props) {
  const language = useLanguage()
  const t = useText('pushes')
  // What this draft was read as: what others save in the meantime is not overwritten unseen.
  const [revision, setRevision] = useState(push?.revision ?? 0)
  const newName = t('draft.newName', { day: dateText(Date.now(), 'day') })
  const arrival = useLocation().state as Arrival | null
  const [draft, setDraft] = useState(() => draftOf(push, newName, language, arrival?.content))
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  return (
    <div className="sy-grid sy-gap-5 pu-editor">
      <div className="sy-grid sy-gap-5 sy-card">
        <Words draft={draft} put={put} />
        <ContentsField value={draft.contents} onChange={(contents) => put({ contents })} />
        <AudienceFields value={draft.audience} onChange={(audience) => put({ audience })} />
        {draft.audience.organizationIds.length > 0 && (
          <Toggle
            label={t('draft.newcomers')}
            hint={t('draft.newcomersHint')}
            checked={draft.includesNewcomers}
            onChange={(includesNewcomers) => put({ includesNewcomers })}
          />
        )}
        <Times draft={draft} put={put} />
      </div>
      <Summary push={push} draft={draft} revision={revision} onSaved={setRevision} onReload={onReload} />
    </div>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly put: (part: Partial<Draft>) => void
}

function Words({ draft, put }: PartProps) {
  const t = useText('pushes')
  const id = useId()
  return (
    <>
      <div className="pu-field">
        <label htmlFor={`${id}-name`}>{t('draft.name')}</label>
        <Input
          id={`${id}-name`}
          maxLength={100}
          status={draft.name.trim() === '' ? 'error' : ''}
          value={draft.name}
          onChange={(event) => put({ name: event.target.value })}
        />
      </div>
      <div className="pu-field">
        <label htmlFor={`${id}-description`}>{t('draft.description')}</label>
        <Input.TextArea
          id={`${id}-description`}
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={1000}
          placeholder={t('draft.descriptionHint')}
          value={draft.description}
          onChange={(event) => put({ description: event.target.value })}
        />
      </div>
    </>
  )
}

interface ToggleProps {
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Toggle({ label, hint, checked, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className="pu-field">
      <label htmlFor={id}>{label}</label>
      <span>
        <Switch id={id} checked={checked} onChange={onChange} />
      </span>
      <small>{hint}</small>
    </div>
  )
}

function Times({ draft, put }: PartProps) {
  const t = useText('pushes')
  const id = useId()
  const picker = (name: 'startTime' | 'finishTime', placeholder: string) => (
    <MomentField
      id={`${id}-${name}`}
      placeholder={placeholder}
      value={draft[name]}
      disabledDate={(day) => day.endOf('day').valueOf() < Date.now()}
      onChange={(chosen) => put({ [name]: chosen })}
    />
  )
  return (
    <>
      <div className="sy-grid sy-gap-4 pu-pair">
        <div className="pu-field">
          <label htmlFor={`${id}-startTime`}>{t('list.start')}</label>
          {picker('startTime', t('draft.atOnce'))}
        </div>
        <div className="pu-field">
          <label htmlFor={`${id}-finishTime`}>{t('list.finish')}</label>
          {picker('finishTime', t('due.none'))}
        </div>
      </div>
      {draft.finishTime !== null && (
        <fieldset className="pu-field" style={{ border: 0, margin: 0, padding: 0 }}>
          <span className="pu-label">{t('draft.remind')}</span>
          <Checkbox.Group
            value={[...draft.remindDays]}
            options={remindChoices.map((days) => ({ value: days, label: t('draft.remindDays', { count: days }) }))}
            onChange={(remindDays: number[]) => put({ remindDays })}
          />
        </fieldset>
      )}
    </>
  )
}

interface SummaryProps {
  readonly push: PushDetail | undefined
  readonly draft: Draft
  readonly revision: number
  readonly onSaved: (revision: number) => void
  readonly onReload: (() => void) | undefined
}

/** What is still missing, and how many it reaches; saving and sending. */
function Summary({ push, draft, revision, onSaved, onReload }: SummaryProps) {
  const t = useText('pushes')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const [isOld, setOld] = useState(false)
  const arrival = useLocation().state as Arrival | null
  const [isAsking, setAsking] = useState(arrival?.isAsking === true)
  const body = bodyOf(draft)
  const { organizationIds, memberIds } = body
  const hasAudience = organizationIds.length + memberIds.length > 0
  const size = useQuery({
    queryKey: ['push-audience', organizationIds, memberIds],
    queryFn: () => call(pushes.audienceSize, { body: { organizationIds, memberIds } }, { quiet: true }),
    enabled: hasAudience,
    staleTime: 30_000,
  })
  const params = { id: push?.id ?? '' }
  /** Stores the draft; a new one goes on at an address of its own. */
  const save = async (next: Arrival) => {
    if (!push) {
      const { id } = await call(pushes.createPush, { body })
      return navigate(pushPaths.push(id), { replace: true, state: next })
    }
    const input = { params, body: { ...body, revision } }
    onSaved((await call(pushes.changePush, input, { handles: [PUSH_CHANGED] })).revision)
    setAsking(next.isAsking === true)
  }
  const onFailure = (error: CallError) => isRefusal(error, PUSH_CHANGED) && setOld(true)
  const saveDraft = () => run(() => save({}), { done: t('draft.saved'), onFailure })
  /** What is tried, and then published, is the stored draft. */
  const askPublish = () => run(() => save({ isAsking: true }), { onFailure })
  const publish = async () => {
    await call(pushes.publishPush, { params })
    notify('success', t('draft.published'))
  }
  const remove = async () => {
    await call(pushes.deletePush, { params })
    await navigate(pushPaths.director)
  }
  const required = draft.contents.filter((content) => content.isRequired === 1).length
  const count = hasAudience ? (size.data?.count ?? 0) : 0
  const checks = [
    { ok: draft.contents.length > 0, text: t('draft.check.contents', { count: draft.contents.length }) },
    { ok: required > 0, text: t('draft.check.required', { count: required }) },
    { ok: count > 0, text: t('draft.check.members', { count }) },
    { ok: draft.finishTime === null || draft.finishTime > Date.now(), text: t('draft.check.cutOff') },
  ]
  const isReady = draft.name.trim() !== '' && checks.every((check) => check.ok)
  return (
    <aside className="sy-grid sy-gap-3 sy-card pu-summary" aria-label={t('draft.summary')}>
      <h2 style={{ fontSize: 'var(--sy-title-small)' }}>{t('draft.summary')}</h2>
      <ul>
        {checks.map(({ ok, text }) => (
          <li key={text} data-missing={ok ? undefined : true}>
            <Icon name={ok ? 'check' : 'alert'} size={16} label={t(ok ? 'draft.ok' : 'draft.missing')} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {isOld && (
        <Alert
          type="warning"
          showIcon
          title={t('draft.changed')}
          description={
            <>
              <p>{t('draft.changedHint')}</p>
              <Button size="small" onClick={onReload}>
                {t('draft.reload')}
              </Button>
            </>
          }
        />
      )}
      <Button type="primary" block disabled={!isReady || busy} onClick={() => void askPublish()}>
        {t('draft.publish')}
      </Button>
      {isAsking && (
        <ForecastDialog
          entry={pushes.publishPush}
          input={{ params }}
          question={t('draft.askPublish', { count })}
          consequence={t('draft.askPublishHint')}
          okText={t('draft.publish')}
          summary={() => [t('draft.reaches', { count })]}
          onConfirm={publish}
          onClose={() => setAsking(false)}
        />
      )}
      <Button block loading={busy} disabled={draft.name.trim() === '' || busy} onClick={() => void saveDraft()}>
        {t('draft.save')}
      </Button>
      {push && (
        <ConfirmButton type="text" block danger question={t('draft.askDelete')} onConfirm={remove}>
          {t('draft.delete')}
        </ConfirmButton>
      )}
    </aside>
  )
}
