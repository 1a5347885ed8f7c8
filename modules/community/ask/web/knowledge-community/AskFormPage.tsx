import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input } from 'antd'
import { useId, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { RichText } from '#modules/content/catalog/web.tsx'
import { TopicChooser } from '#modules/content/topics/web.tsx'
import { currency } from '#modules/platform/currency/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { type Question, questionTitleLengthMax } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { bountyFault, hundredthsOf } from '../parts/bounty.ts'
import { coinsText } from '../parts/coins.ts'
import { Experts, SimilarQuestions } from '../parts/Suggestions.tsx'
import { sourceOf } from '../parts/source.ts'
import { askPaths } from '../paths.ts'
import '../parts/ask.css'

/** Asks a question, or edits one that was asked. */
export default function AskFormPage() {
  const { id } = useParams()
  return id === undefined ? <AskForm /> : <Editing id={id} />
}

function Editing({ id }: { readonly id: string }) {
  const { data, isPending, error, refetch } = useQuery(q(ask.question, { params: { id } }))
  if (isPending) return <LoadingState rows={8} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <AskForm question={data} />
}

function useFields(question: Question | undefined) {
  const [values, setValues] = useState({
    title: question?.title ?? '',
    content: question?.content ?? '',
    topics: question?.topics ?? [],
    isAnonymous: false,
    expertsOnly: question?.expertsOnly ?? false,
    bounty: '',
    expertIds: [] as readonly string[],
  })
  const change = (changed: Partial<typeof values>) => setValues((before) => ({ ...before, ...changed }))
  return { values, change }
}

function AskForm({ question }: { readonly question?: Question }) {
  const t = useText('ask')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { values, change } = useFields(question)
  const [isTried, setIsTried] = useState(false)
  const { busy, run } = useAction()
  const key = useRef(crypto.randomUUID())
  const source = sourceOf(params)
  const isChanged = values.title !== (question?.title ?? '') || values.content !== (question?.content ?? '')
  const { holder } = useLeaveGuard(isChanged && !busy)
  const bounty = values.bounty === '' ? null : hundredthsOf(values.bounty)
  const { coins, text: coinsNow } = useOwnCoins(!question)
  const fault = bountyFault(values.bounty, coins)
  const problems = {
    title: values.title.trim() === '' ? t('form.titleNeeded') : undefined,
    bounty: fault && t(fault, { coins: coinsNow }),
  }
  const { title, content, topics, isAnonymous, expertsOnly } = values
  const shared = { title: title.trim(), content, topicIds: topics.map((topic) => topic.id), expertsOnly }
  const send = async () => {
    setIsTried(true)
    if (problems.title ?? problems.bounty) return
    await run(async () => {
      const id =
        question?.id ??
        (await call(ask.askQuestion, { body: { ...shared, key: key.current, isAnonymous, bounty, source } })).id
      if (question) await call(ask.editQuestion, { params: { id }, body: { ...shared, revision: question.revision } })
      for (const expertId of values.expertIds) await call(ask.inviteExpert, { params: { id }, body: { expertId } })
      void navigate(askPaths.question(id), { replace: true })
    })
  }
  return (
    <>
      <PageHeader
        title={t(question ? 'form.editTitle' : 'form.title')}
        description={t('form.description')}
        back={<Link to={question ? askPaths.question(question.id) : askPaths.home}>{t('home.title')}</Link>}
      />
      <form
        className="ask-form"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {holder}
        {source && <p className="sy-callout">{t('form.source', { title: source.title })}</p>}
        <TitleField
          value={title}
          problem={isTried ? problems.title : undefined}
          onChange={(typed) => change({ title: typed })}
        />
        <SimilarQuestions title={title} exceptId={question?.id} />
        <div className="ask-field">
          <span className="ask-label">{t('form.content')}</span>
          <RichText
            label={t('form.content')}
            value={content}
            onChange={(html) => change({ content: html })}
            size="medium"
            formulas
          />
        </div>
        <TopicsField value={topics} onChange={(chosen) => change({ topics: chosen })} />
        {!question && (
          <>
            <BountyField
              value={values.bounty}
              problem={problems.bounty}
              coins={coinsNow}
              onChange={(typed) => change({ bounty: typed })}
            />
            <Experts
              topicIds={topics.map((topic) => topic.id)}
              wantedId={params.get('expert')}
              chosen={values.expertIds}
              onChange={(expertIds) => change({ expertIds })}
            />
            <Checkbox checked={isAnonymous} onChange={(event) => change({ isAnonymous: event.target.checked })}>
              {t('form.anonymous')} <small className="sy-note">{t('form.anonymousHint')}</small>
            </Checkbox>
          </>
        )}
        <Checkbox checked={expertsOnly} onChange={(event) => change({ expertsOnly: event.target.checked })}>
          {t('form.expertsOnly')}
        </Checkbox>
        <div className="sy-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            {t(question ? 'form.save' : 'form.send')}
          </Button>
        </div>
      </form>
    </>
  )
}

interface FieldProps {
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (typed: string) => void
}

function TitleField({ value, problem, onChange }: FieldProps) {
  const t = useText('ask')
  const id = useId()
  return (
    <div className="ask-field">
      <label htmlFor={id}>{t('form.questionTitle')}</label>
      <Input
        id={id}
        value={value}
        maxLength={questionTitleLengthMax}
        showCount
        placeholder={t('form.titleHint')}
        status={problem === undefined ? undefined : 'error'}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="ask-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** How many coins the asker has; undefined until it is known. */
function useOwnCoins(enabled: boolean) {
  const name = useCurrencyName()
  const { data } = useQuery({ ...q(currency.personAccount, {}, { quiet: true }), enabled })
  if (!data) return { coins: undefined, text: undefined }
  const coins = BigInt(data.coin.totalAmount) - BigInt(data.coin.reserved)
  return { coins, text: `${coinsText(String(coins))} ${name}` }
}

function BountyField({ value, problem, coins, onChange }: FieldProps & { readonly coins: string | undefined }) {
  const t = useText('ask')
  const id = useId()
  return (
    <div className="ask-field">
      <label htmlFor={id}>{t('form.bounty')}</label>
      <Input
        id={id}
        className="ask-bounty"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        placeholder={t('form.bountyNone')}
        status={problem === undefined ? undefined : 'error'}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value.normalize('NFKC').trim())}
      />
      <small id={`${id}-hint`} className={problem === undefined ? 'sy-note' : 'ask-problem'}>
        {problem ?? [t('form.bountyHint'), coins && t('form.coins', { coins })].filter(Boolean).join(' · ')}
      </small>
    </div>
  )
}

interface TopicsProps {
  readonly value: Question['topics']
  readonly onChange: (topics: Question['topics']) => void
}

function TopicsField({ value, onChange }: TopicsProps) {
  const t = useText('ask')
  const id = useId()
  return (
    <div className="ask-field">
      <span id={id} className="ask-label">
        {t('form.topics')}
      </span>
      <TopicChooser value={value} onChange={onChange} labelledBy={id} forLearners />
    </div>
  )
}
