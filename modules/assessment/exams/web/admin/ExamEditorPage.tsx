import '../parts/exams.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { AuthorActions, StatusTags } from '#modules/content/catalog/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import type { EditedExam, ExamInput } from '../../contract/authoring.ts'
import { EXAM_CHANGED } from '../../contract/codes.ts'
import { exams } from '../../contract.ts'
import { PublishingTag } from '../parts/StateTag.tsx'
import { examPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { BasicFields, PeopleFields, RuleFields } from './ExamFields.tsx'

/** The editor of an exam. */
export default function ExamEditorPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(exams.editedExam, { params: { id } }))
  const [version, setVersion] = useState(0)
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  const reload = async () => {
    await refetch()
    setVersion((before) => before + 1)
  }
  return <Editor key={`${id} ${version}`} exam={data} onReload={reload} />
}

const tabs = ['basic', 'rules', 'people'] as const
type Tab = (typeof tabs)[number]

interface WrongField {
  readonly name: readonly (string | number)[]
}

const peopleFields: readonly unknown[] = ['organizationIds', 'memberIds', 'graderIds', 'invigilatorIds']
const basicRules: readonly unknown[] = ['paperId', 'durationMinutes', 'instructions']

function tabOf([field, rule]: WrongField['name']): Tab {
  if (peopleFields.includes(field)) return 'people'
  return field === 'rules' && !basicRules.includes(rule) ? 'rules' : 'basic'
}

/** The form holds the two ends of the window in one field. */
type Values = Omit<ExamInput, 'rules'> & {
  readonly rules: Omit<ExamInput['rules'], 'startAt' | 'endAt'>
  readonly window: [from: number, to: number] | null
}

function valuesOf({ rules: { startAt, endAt, ...rules }, ...exam }: EditedExam): Values {
  const { name, summary, coverFileId, organizationIds, memberIds, graderIds, invigilatorIds } = exam
  const window = startAt !== null && endAt !== null ? ([startAt, endAt] as [number, number]) : null
  return { name, summary, coverFileId, organizationIds, memberIds, graderIds, invigilatorIds, rules, window }
}

function inputOf({ window, rules, ...values }: Values): ExamInput {
  return { ...values, rules: { ...rules, startAt: window?.[0] ?? null, endAt: window?.[1] ?? null } }
}

function Editor({ exam, onReload }: { exam: EditedExam; onReload: () => Promise<void> }) {
  const t = useText('exams')
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const { busy, run } = useAction()
  const [tab, setTab] = useState<Tab>('basic')
  const [changes, setChanges] = useState(0)
  const [isOutdated, setIsOutdated] = useState(false)
  const { holder } = useLeaveGuard(changes > 0 && !busy)
  const { id, revision } = exam
  const calls = authorCalls(exam)
  const save = async () => {
    const wrong = await form.validateFields().then(
      () => [],
      ({ errorFields }: { readonly errorFields: readonly WrongField[] }) => errorFields,
    )
    // A field shows what is wrong with it in its tab, which may be out of sight.
    const wrongTabs = wrong.map(({ name }) => tabOf(name))
    if (wrongTabs[0]) return wrongTabs.includes(tab) ? undefined : setTab(wrongTabs[0])
    await run(
      async () => {
        const body = { ...inputOf({ ...valuesOf(exam), ...form.getFieldsValue(true) }), revision }
        await call(exams.changeExam, { params: { id }, body }, { handles: [EXAM_CHANGED] })
        setChanges(0)
      },
      { done: t('form.saved'), onFailure: (error) => setIsOutdated(isRefusal(error, EXAM_CHANGED)) },
    )
  }
  const remove = async () => {
    await calls.delete()
    void navigate(examPaths.authored)
  }
  const discard = async () => {
    await calls['discard-changes']()
    await onReload()
  }
  const panel = (key: Tab) => ({ hidden: tab !== key, role: 'tabpanel', 'aria-label': t(`form.tab.${key}`) })
  return (
    <>
      <PageHeader
        title={exam.name}
        back={<Link to={examPaths.authored}>{t('authoring.title')}</Link>}
        description={
          <span className="sy-row sy-wrap sy-gap-2">
            <StatusTags {...exam} />
            <PublishingTag state={exam.state} />
          </span>
        }
        actions={
          <>
            <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.preview(id)}>
              {t('authoring.preview')}
            </Link>
            {exam.rules.registration !== null && (
              <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.registrations(id)}>
                {t('registration.list')}
              </Link>
            )}
            {exam.status !== 'draft' && (
              <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.results(id)}>
                {t('results.open')}
              </Link>
            )}
            {exam.status !== 'draft' && (
              <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.invigilationOf(id)}>
                {t('authoring.watch')}
              </Link>
            )}
            {exam.status !== 'draft' && (
              <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.markingOf(id)}>
                {t('authoring.mark')}
              </Link>
            )}
            {exam.status !== 'draft' && (
              <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.fixing(id)}>
                {t('fixing.title')}
              </Link>
            )}
            <AuthorActions
              item={exam}
              needsApproval={exam.needsApproval}
              disabled={changes > 0}
              calls={{ ...calls, delete: remove, 'discard-changes': discard }}
            />
          </>
        }
      />
      {exam.approval?.opinion && <p className="sy-callout">{exam.approval.opinion}</p>}
      {isOutdated && (
        <p className="sy-callout" role="alert">
          {t('form.outdated')} <Button onClick={() => void onReload()}>{t('form.reload')}</Button>
        </p>
      )}
      {exam.missing.length > 0 && exam.actions.includes('publish') && (
        <section className="sy-callout ex-missing" aria-label={t('notReady.title')}>
          <strong>{t('notReady.title')}</strong>
          <ul>
            {exam.missing.map((reason) => (
              <li key={reason}>{t(`notReady.${reason}`)}</li>
            ))}
          </ul>
        </section>
      )}
      <TabBar
        label={t('form.tabs')}
        tabs={tabs.map((key) => ({ key, title: t(`form.tab.${key}`) }))}
        active={tab}
        onChange={setTab}
      />
      <Form<Values>
        form={form}
        className="sy-card ex-form"
        layout="vertical"
        requiredMark={false}
        initialValues={valuesOf(exam)}
        disabled={!exam.actions.includes('edit')}
        onValuesChange={() => setChanges((before) => before + 1)}
      >
        <div {...panel('basic')}>
          <BasicFields />
        </div>
        <div {...panel('rules')}>
          <RuleFields />
        </div>
        <div {...panel('people')}>
          <PeopleFields known={exam.members} />
        </div>
      </Form>
      <SaveBar
        count={changes > 0 ? 1 : 0}
        busy={busy}
        onSave={() => void save()}
        onDiscard={() => {
          form.resetFields()
          setChanges(0)
        }}
      />
      {holder}
    </>
  )
}
