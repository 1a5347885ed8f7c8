import { useQuery } from '@tanstack/react-query'
import { Input, Radio, Switch, TreeSelect } from 'antd'
import { useId, useState } from 'react'
import { RichText } from '#modules/content/catalog/web.tsx'
import { TopicChooser } from '#modules/content/topics/web.tsx'
import { CoverField } from '#modules/platform/files/web.tsx'
import { identity } from '#modules/platform/identity/contract.ts'
import { MemberIdPicker, type MemberSource, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import type { Hit } from '#modules/platform/words/contract.ts'
import { sensitiveHits } from '#modules/platform/words/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import type { EditedCourse } from '../../contract/authoring.ts'
import { courses } from '../../contract.ts'
import { CourseCover } from '../CourseCover.tsx'
import { Field } from './Field.tsx'
import { treeOf } from './tree.ts'
import { useAutosave } from './use-autosave.ts'
import { type CourseChange, type Editor, saveCourse } from './use-editor.ts'
import { WordProblem } from './WordProblem.tsx'

/** What the course says of itself. Everything is saved as it is written. */
export function BasicInfo({ editor }: { editor: Editor }) {
  const t = useText('courses')
  const id = useId()
  const { course, change } = editor
  const [name, setName] = useState(course.name)
  const [summary, setSummary] = useState(course.summary)
  const [description, setDescription] = useState(course.description)
  /** What the server has refused for its words: path → where they stand, until the text is another one. */
  const [hits, setHits] = useState<ReadonlyMap<string, Refused>>(new Map())
  const save = async (part: CourseChange) => {
    try {
      await change(saveCourse(course.id, part))
      setHits(new Map())
    } catch (error) {
      const found = sensitiveHits(error)
      const texts = part as Readonly<Record<string, unknown>>
      setHits(new Map([...found].map(([path, places]) => [path, { text: String(texts[path] ?? ''), places }])))
      throw error
    }
  }
  const later = useAutosave(save)
  const now = (part: CourseChange) => void save(part).catch(() => undefined)
  const wordsIn = (path: 'name' | 'summary' | 'description') => {
    const found = hits.get(path)
    // Rich text is checked without its markup: the words are named, not shown in their place.
    return found && <WordProblem hits={found.places} {...(path !== 'description' && { text: found.text })} />
  }
  const problem = name.trim() === '' ? t('authoring.nameNeeded') : wordsIn('name')

  return (
    <div className="sy-card sy-column sy-gap-5 co-basic">
      {course.status === 'on-shelf' && <p className="co-basic-note">{t('authoring.seenAtOnce')}</p>}
      <Field id={`${id}-name`} label={t('authoring.name')} problem={problem}>
        <Input
          id={`${id}-name`}
          value={name}
          maxLength={100}
          showCount
          status={problem && 'error'}
          aria-describedby={problem && `${id}-name-problem`}
          onChange={(event) => {
            setName(event.target.value)
            if (event.target.value.trim() !== '') later({ name: event.target.value.trim() })
          }}
        />
      </Field>
      <Field label={t('authoring.cover')}>
        <CoverField
          chosen={course.coverUrl !== null}
          hint={t('cover.hint')}
          tooLarge={t('cover.tooLarge')}
          onChange={(file) => now({ coverFileId: file?.id ?? null })}
        >
          <CourseCover name={name} url={course.coverUrl} />
        </CoverField>
      </Field>
      <Field
        id={`${id}-summary`}
        label={t('authoring.summary')}
        hint={t('authoring.summaryHint')}
        problem={wordsIn('summary')}
      >
        <Input.TextArea
          id={`${id}-summary`}
          value={summary}
          maxLength={300}
          showCount
          autoSize={{ minRows: 2, maxRows: 5 }}
          onChange={(event) => {
            setSummary(event.target.value)
            later({ summary: event.target.value })
          }}
        />
      </Field>
      <div className="sy-grid sy-gap-5 co-form-pair">
        <CategoryField course={course} onChange={(categoryId) => now({ categoryId })} />
        <LecturerField course={course} onChange={(lecturerId) => now({ lecturerId })} />
      </div>
      <TopicsField course={course} onChange={(topicIds) => now({ topicIds })} />
      <Field label={t('authoring.description')} problem={wordsIn('description')}>
        <RichText
          label={t('authoring.description')}
          value={description}
          onChange={(html) => {
            setDescription(html)
            later({ description: html })
          }}
        />
      </Field>
      <VisibilityField course={course} onChange={(visibleOrganizationIds) => now({ visibleOrganizationIds })} />
      <Field label={t('authoring.client')}>
        <Radio.Group
          value={course.publishClient}
          aria-label={t('authoring.client')}
          options={([0, 1, 2] as const).map((value) => ({ value, label: t(`authoring.clients.${value}`) }))}
          onChange={(event) => now({ publishClient: event.target.value as 0 | 1 | 2 })}
        />
      </Field>
      <div className="co-form-switch">
        <Switch id={`${id}-watermark`} checked={course.watermark} onChange={(watermark) => now({ watermark })} />
        <label htmlFor={`${id}-watermark`}>
          {t('authoring.watermark')}
          <small>{t('authoring.watermarkHint')}</small>
        </label>
      </div>
    </div>
  )
}

interface Refused {
  readonly text: string
  readonly places: readonly Hit[]
}

interface FieldProps<Value> {
  readonly course: EditedCourse
  readonly onChange: (value: Value) => void
}

function TopicsField({ course, onChange }: FieldProps<string[]>) {
  const t = useText('courses')
  const id = useId()
  const [chosen, setChosen] = useState<readonly { id: string; name: string }[]>(course.topics)
  return (
    <div className="sy-column co-field">
      <span id={id} className="co-field-label">
        {t('authoring.topics')}
      </span>
      <small>{t('authoring.topicsHint')}</small>
      <TopicChooser
        labelledBy={id}
        value={chosen}
        onChange={(topics) => {
          setChosen(topics)
          onChange(topics.map((topic) => topic.id))
        }}
      />
    </div>
  )
}

function CategoryField({ course, onChange }: FieldProps<string | null>) {
  const t = useText('courses')
  const id = useId()
  const categories = useQuery(q(courses.categories))
  return (
    <Field id={id} label={t('authoring.category')}>
      <TreeSelect
        id={id}
        allowClear
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeDefaultExpandAll
        placeholder={t('authoring.noCategory')}
        loading={categories.isPending}
        treeData={treeOf(categories.data?.items ?? [])}
        value={categories.data ? (course.categoryId ?? undefined) : undefined}
        onChange={(value: string | undefined) => onChange(value ?? null)}
      />
    </Field>
  )
}

/** Who may look members up chooses anyone; who may not, themselves. */
function LecturerField({ course, onChange }: FieldProps<string | null>) {
  const t = useText('courses')
  const id = useId()
  const { user, can } = useSession()
  const self = user && { id: user.id, fullName: user.fullName, organizationName: '' }
  const source: MemberSource = {
    name: can('member.manage') ? 'lecturers' : 'lecturer-self',
    async find(keyword) {
      if (!can('member.manage')) return self ? [self] : []
      const query = { keyword: keyword || undefined, pageSize: 20 }
      const { items } = await call(identity.listMembers, { query }, { quiet: true })
      return items.map((member) => ({
        id: member.id,
        fullName: member.memberFullName,
        avatarPath: member.headPortrait,
        organizationName: member.organizationName,
      }))
    },
  }
  return (
    <Field id={id} label={t('authoring.lecturer')}>
      <MemberIdPicker
        id={id}
        label={t('authoring.noLecturer')}
        source={source}
        value={course.lecturer?.id}
        initialName={course.lecturer?.fullName}
        onChange={onChange}
      />
    </Field>
  )
}

function VisibilityField({ course, onChange }: FieldProps<string[]>) {
  const t = useText('courses')
  const id = useId()
  return (
    <Field id={id} label={t('authoring.visible')} hint={t('authoring.visibleHint')}>
      <OrganizationPicker
        id={id}
        multiple
        allowClear
        label={t('authoring.wholeCompany')}
        value={course.visibleOrganizations.map((organization) => organization.id)}
        onChange={onChange}
      />
    </Field>
  )
}
