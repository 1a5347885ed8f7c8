import './rules.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { CourseVersion } from '../../contract/versions.ts'
import { courses } from '../../contract.ts'
import { DifferenceList } from '../versions/DifferenceList.tsx'
import type { Editor } from './use-editor.ts'

/** The versions of a course, who is on which, how they differ, and moving learners to the newest. */
export function Versions({ editor: { course } }: { editor: Editor }) {
  const t = useText('courses')
  const params = { id: course.id }
  const list = useQuery(q(courses.courseVersions, { params }, { quiet: true }))
  if (list.isPending) return <LoadingState rows={4} />
  if (list.isError) return <ErrorState small error={list.error} onRetry={() => void list.refetch()} />
  const { items } = list.data
  const published = items.filter((version) => version.number !== null)
  if (published.length === 0) {
    return <EmptyState small title={t('versions.none')} description={t('versions.noneHint')} />
  }
  const behind = published.slice(1).reduce((sum, { learnerCount }) => sum + learnerCount, 0)
  return (
    <div className="sy-column sy-gap-5 co-versions">
      <ol>
        {items.map((version) => (
          <VersionRow key={version.number ?? 'draft'} version={version} newest={course.versionNumber} />
        ))}
      </ol>
      {behind > 0 && <MoveLearners courseId={course.id} newest={course.versionNumber} versions={published} />}
      <Compare courseId={course.id} versions={items} />
    </div>
  )
}

function VersionRow({ version, newest }: { version: CourseVersion; newest: number }) {
  const t = useText('courses')
  const { number, publishedAt, sectionCount, requiredCount, learnerCount, unfinishedCount } = version
  return (
    <li data-newest={number === newest}>
      <strong>{number === null ? t('versions.draft') : t('authoring.versionOf', { number })}</strong>
      {number === newest && <span className="co-versions-newest">{t('versions.newest')}</span>}
      <span className="sy-faint">
        {publishedAt === null ? t('versions.unpublished') : <DateText value={publishedAt} style="minute" />}
      </span>
      <span>{t('versions.sections', { count: sectionCount, required: requiredCount })}</span>
      <span>{number !== null && t('versions.learners', { count: learnerCount, unfinished: unfinishedCount })}</span>
    </li>
  )
}

type Who = 'not-started' | 'unfinished' | 'all'

/** How many learners of earlier versions each choice would move. */
function countsOf(versions: readonly CourseVersion[]): Readonly<Record<Who, number>> {
  const earlier = versions.slice(1)
  const sum = (key: 'notStartedCount' | 'unfinishedCount' | 'learnerCount') =>
    earlier.reduce((total, version) => total + version[key], 0)
  return { 'not-started': sum('notStartedCount'), unfinished: sum('unfinishedCount'), all: sum('learnerCount') }
}

interface MoveProps {
  readonly courseId: string
  readonly newest: number
  readonly versions: readonly CourseVersion[]
}

function MoveLearners(props: MoveProps) {
  const t = useText('courses')
  const [open, setOpen] = useState(false)
  return (
    <div className="sy-box sy-row sy-wrap sy-apart sy-gap-3 co-versions-move">
      <p>{t('versions.behind', { count: countsOf(props.versions).all })}</p>
      <Button onClick={() => setOpen(true)}>{t('versions.move')}</Button>
      {open && <MoveModal {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}

function MoveModal({ courseId, newest, versions, onClose }: MoveProps & { onClose: () => void }) {
  const t = useText('courses')
  const counts = countsOf(versions)
  const [form] = Form.useForm<{ who: Who }>()
  const who = Form.useWatch('who', form) ?? 'unfinished'
  const move = (values: { who: Who }) =>
    call(courses.moveLearners, { params: { id: courseId }, body: { versionNumber: newest, ...values } })
  return (
    <FormModal<{ who: Who }, Awaited<ReturnType<typeof move>>>
      form={form}
      title={t('versions.moveTitle', { number: newest })}
      okText={t('versions.moveGo', { count: counts[who] })}
      disabled={counts[who] === 0}
      initialValues={{ who: 'unfinished' }}
      onSubmit={move}
      done={({ movedCount }) => t('versions.moved', { count: movedCount })}
      onClose={onClose}
    >
      <p>{t('versions.moveHint')}</p>
      <Form.Item name="who" noStyle>
        <Radio.Group
          className="co-versions-who"
          aria-label={t('versions.who')}
          options={(['not-started', 'unfinished', 'all'] as const).map((value) => ({
            value,
            label: t(`versions.whoIs.${value}`, { count: counts[value] }),
          }))}
        />
      </Form.Item>
    </FormModal>
  )
}

/** Two versions side by side in words: by default, what is on its way against what learners have. */
function Compare({ courseId, versions }: { courseId: string; versions: readonly CourseVersion[] }) {
  const t = useText('courses')
  const id = useId()
  const numbers = versions.flatMap(({ number }) => (number === null ? [] : [number]))
  const hasDraft = versions.some(({ number }) => number === null)
  const [from, setFrom] = useState((hasDraft ? numbers[0] : numbers[1]) ?? 0)
  const [to, setTo] = useState<number | 'draft'>(hasDraft ? 'draft' : (numbers[0] ?? 0))
  const query = { from, ...(to !== 'draft' && { to }) }
  const difference = useQuery({
    ...q(courses.versionDifference, { params: { id: courseId }, query }, { quiet: true }),
    enabled: from > 0 && from !== to,
  })
  if (versions.length < 2) return null
  const option = (number: number) => ({ value: number, label: t('authoring.versionOf', { number }) })
  const draft = hasDraft ? [{ value: 'draft' as const, label: t('versions.draft') }] : []
  return (
    <section className="sy-column sy-gap-3" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('versions.compare')}</h2>
      <div className="sy-row sy-wrap sy-gap-2 co-versions-pick">
        <Select aria-label={t('versions.from')} value={from} options={numbers.map(option)} onChange={setFrom} />
        <span aria-hidden="true">→</span>
        <Select<number | 'draft'>
          aria-label={t('versions.to')}
          value={to}
          options={[...draft, ...numbers.map(option)]}
          onChange={setTo}
        />
      </div>
      {difference.data && <DifferenceList difference={difference.data} />}
      {difference.isError && <ErrorState small error={difference.error} onRetry={() => void difference.refetch()} />}
      {difference.isLoading && <LoadingState rows={3} />}
    </section>
  )
}
