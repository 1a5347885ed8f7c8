import './respondent.css'
import { type ReactNode, useState } from 'react'
import { failureText } from '#web/api/failure-text.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { Prose } from '#web/ui/Prose.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { GuestEntry, Submitted, SurveyEntry, SurveyForm } from '../../contract/answering.ts'
import { readDraft } from './draft-store.ts'
import { Entry } from './Entry.tsx'
import type { Respondent } from './respondents.ts'
import { SurveySheet } from './SurveySheet.tsx'
import { useRespondent } from './use-respondent.ts'

interface Props {
  readonly entry: SurveyEntry | GuestEntry
  readonly respondent: Respondent
  /** The way out, where there is one. */
  readonly leave: ReactNode
  /** The state of the survey is another one by now. */
  readonly onOutdated: () => void
}

/** A survey from its introduction to the thanks, for members and guests alike. */
export function Survey({ entry, respondent, leave, onOutdated }: Props) {
  const [name, setName] = useState<string>()
  const [form, setForm] = useState<{ readonly form: SurveyForm; readonly key: number }>()
  const [submitted, setSubmitted] = useState<Submitted>()
  usePageTitle(entry.name)
  const open = async (guestName: string | undefined) => {
    setName(guestName)
    try {
      const opened = await respondent.open(guestName)
      setForm((before) => ({ form: opened, key: (before?.key ?? 0) + 1 }))
    } catch (error) {
      onOutdated()
      throw error
    }
  }
  const close = () => {
    setForm(undefined)
    onOutdated()
  }
  if (submitted) return <Thanks entry={entry} submitted={submitted} leave={leave} />
  if (!form) {
    const isStarted = 'participation' in entry && entry.participation === 'started'
    const hasDraft = isStarted || (entry.isAnonymous && readDraft(respondent.key) !== undefined)
    return <Entry {...{ entry, hasDraft, leave }} isGuest={respondent.isGuest} onStart={open} />
  }
  return (
    <Answering
      key={form.key}
      {...{ respondent, leave, name }}
      form={form.form}
      onClosed={close}
      onReload={() => void open(name).catch(close)}
      onSubmitted={setSubmitted}
    />
  )
}

interface AnsweringProps extends Pick<Props, 'respondent' | 'leave'> {
  readonly form: SurveyForm
  readonly name: string | undefined
  readonly onClosed: () => void
  readonly onReload: () => void
  readonly onSubmitted: (submitted: Submitted) => void
}

function Answering({ form, respondent, leave, name, onClosed, onReload, onSubmitted }: AnsweringProps) {
  const t = useText('surveys')
  const { busy, run } = useAction()
  const answering = useRespondent(form, respondent, onClosed)
  const submit: Parameters<typeof SurveySheet>[0]['onSubmit'] = (given) =>
    void run(async () => onSubmitted(await answering.submit(given, name)), {
      onFailure: async (error) => {
        notify('error', await failureText(error))
        if (error.kind === 'refused') onClosed()
      },
    })
  if (answering.isElsewhere)
    return (
      <div className="sv-sheet">
        <div className="sv-end">
          <Icon name="alert" size={36} />
          <h1 tabIndex={-1}>{t('elsewhere.title')}</h1>
          <p>{t('elsewhere.hint')}</p>
          <button type="button" className="sy-button" onClick={onReload}>
            {t('elsewhere.load')}
          </button>
        </div>
      </div>
    )
  return (
    <SurveySheet
      form={form}
      answers={answering.answers}
      startPageId={answering.startPageId}
      seed={respondent.key}
      save={answering.save}
      busy={busy}
      leave={leave}
      onChange={answering.change}
      onPage={answering.visit}
      onSubmit={submit}
    />
  )
}

function Thanks({ entry, submitted, leave }: { entry: Props['entry']; submitted: Submitted; leave: ReactNode }) {
  const t = useText('surveys')
  const { outcome, message, closing } = submitted
  const isQuota = outcome === 'quota'
  return (
    <div className="sv-sheet">
      <div className="sv-end" role="status">
        <span className="sv-end-sign" data-outcome={outcome}>
          <Icon name={isQuota ? 'info' : 'check'} size={36} />
        </span>
        <h1 tabIndex={-1}>{t(isQuota ? 'end.quota' : 'end.thanks')}</h1>
        {isQuota && <p>{message}</p>}
        {!isQuota && closing !== '' && <Prose html={closing} />}
        {!isQuota && closing === '' && <p>{t('end.received')}</p>}
        {!isQuota && entry.isAnonymous && <p className="sv-hint">{t('end.anonymous')}</p>}
        {leave}
      </div>
    </div>
  )
}
