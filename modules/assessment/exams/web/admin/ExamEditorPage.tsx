import '../parts/exams.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { PriceCard } from '#modules/commerce/prices/web.tsx'
import { AuthoredForm } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { EditedExam, ExamInput } from '../../contract/authoring.ts'
import { EXAM_CHANGED } from '../../contract/codes.ts'
import { businessType, exams } from '../../contract.ts'
import { PublishingTag } from '../parts/StateTag.tsx'
import { examPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { BasicFields, PeopleFields, RuleFields } from './ExamFields.tsx'

/** The editor of an exam. */
export default function ExamEditorPage() {
  const { id = '' } = useParams()
  const query = useQuery(q(exams.editedExam, { params: { id } }))
  return (
    <EditedPage id={id} editor={{ query }}>
      {(exam, load) => <Editor exam={exam} onReload={load} />}
    </EditedPage>
  )
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
  const [tab, setTab] = useState<Tab>('basic')
  const { id, revision } = exam
  const panel = (key: Tab) => ({ hidden: tab !== key, role: 'tabpanel', 'aria-label': t(`form.tab.${key}`) })
  return (
    <AuthoredForm<Values>
      item={exam}
      list={{ title: t('authoring.title'), path: examPaths.authored }}
      facts={<PublishingTag state={exam.state} />}
      links={<Links exam={exam} />}
      calls={authorCalls(exam)}
      onReload={onReload}
      values={valuesOf(exam)}
      save={(values) =>
        call(exams.changeExam, { params: { id }, body: { ...inputOf(values), revision } }, { handles: [EXAM_CHANGED] })
      }
      changedCode={EXAM_CHANGED}
      className="ex-form"
      // A field shows what is wrong with it in its tab, which may be out of sight.
      onWrong={(fields) => {
        const wrongTabs = fields.map(tabOf)
        if (wrongTabs[0] && !wrongTabs.includes(tab)) setTab(wrongTabs[0])
      }}
      tabs={
        <>
          <Missing exam={exam} />
          <TabBar
            label={t('form.tabs')}
            tabs={tabs.map((key) => ({ key, title: t(`form.tab.${key}`) }))}
            active={tab}
            onChange={setTab}
          />
        </>
      }
    >
      <div {...panel('basic')}>
        <BasicFields />
        <PriceCard businessType={businessType} itemId={id} />
      </div>
      <div {...panel('rules')}>
        <RuleFields />
      </div>
      <div {...panel('people')}>
        <PeopleFields known={exam.members} />
      </div>
    </AuthoredForm>
  )
}

/** What keeps the exam from being published. */
function Missing({ exam }: { exam: EditedExam }) {
  const t = useText('exams')
  if (exam.missing.length === 0 || !exam.actions.includes('publish')) return null
  return (
    <section className="sy-callout ex-missing" aria-label={t('notReady.title')}>
      <strong>{t('notReady.title')}</strong>
      <ul>
        {exam.missing.map((reason) => (
          <li key={reason}>{t(`notReady.${reason}`)}</li>
        ))}
      </ul>
    </section>
  )
}

/** To the other pages of the exam; before it was published nothing has happened that they could show. */
function Links({ exam: { id, status, rules } }: { exam: EditedExam }) {
  const t = useText('exams')
  const links = [
    { path: examPaths.preview(id), title: t('authoring.preview') },
    ...(rules.registration === null ? [] : [{ path: examPaths.registrations(id), title: t('registration.list') }]),
    ...(status === 'draft'
      ? []
      : [
          { path: examPaths.results(id), title: t('results.open') },
          { path: examPaths.invigilationOf(id), title: t('authoring.watch') },
          { path: examPaths.markingOf(id), title: t('authoring.mark') },
          { path: examPaths.fixing(id), title: t('fixing.title') },
        ]),
  ]
  return links.map(({ path, title }) => (
    <Link key={path} className="sy-button sy-button-plain sy-button-small" to={path}>
      {title}
    </Link>
  ))
}
