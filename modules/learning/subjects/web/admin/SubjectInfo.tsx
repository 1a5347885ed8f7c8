import { Input, Radio } from 'antd'
import { useId, useRef, useState } from 'react'
import { TopicChooser } from '#modules/content/topics/web.tsx'
import { CompletionAwardFields } from '#modules/learning/certificates/web.tsx'
import { CoverField } from '#modules/platform/files/web.tsx'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { sensitiveHits } from '#modules/platform/words/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { useSoon } from '#web/ui/use-revision-editor.ts'
import { subjectTypes } from '../../contract/wire.ts'
import { SubjectCover } from '../SubjectCover.tsx'
import { Field } from './Field.tsx'
import { type Editor, type FieldsChange, saveFields } from './use-subject-editor.ts'

const isAddress = (text: string) => /^https?:\/\/[^\s/]/.test(text)

/** What the subject says of itself. Everything is saved as it is written. */
export function SubjectInfo({ editor }: { editor: Editor }) {
  const t = useText('subjects')
  const id = useId()
  const { subject, change } = editor
  const [name, setName] = useState(subject.name)
  const [summary, setSummary] = useState(subject.summary)
  const [description, setDescription] = useState(subject.description)
  const [url, setUrl] = useState(subject.url ?? '')
  const [topics, setTopics] = useState<readonly { id: string; name: string }[]>(subject.topics)
  /** The fields that were refused for their words, and the words. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const due = useRef<FieldsChange>({})
  const save = async (part: FieldsChange) => {
    try {
      await change(saveFields(subject.id, part))
      setRefused(new Map())
    } catch (error) {
      const hits = [...sensitiveHits(error)]
      setRefused(new Map(hits.map(([path, places]) => [path, places.map(({ word }) => word).join('、')])))
    }
  }
  const now = (part: FieldsChange) => void save(part)
  const soon = useSoon(editor, (part: FieldsChange) => {
    due.current = {}
    void save(part)
  })
  const later = (part: FieldsChange) => {
    due.current = { ...due.current, ...part }
    soon(due.current)
  }
  const wordsIn = (path: string) => {
    const words = refused.get(path)
    return words === undefined ? undefined : t('authoring.sensitive', { words })
  }
  const nameProblem = name.trim() === '' ? t('authoring.nameNeeded') : wordsIn('name')
  const external = subject.subjectType === subjectTypes.external
  const urlProblem = url !== '' && !isAddress(url) ? t('info.urlProblem') : undefined
  return (
    <div className="sy-card sy-column sy-gap-5 sb-info">
      <Field id={`${id}-name`} label={t('authoring.name')} problem={nameProblem}>
        <Input
          id={`${id}-name`}
          value={name}
          maxLength={100}
          showCount
          status={nameProblem && 'error'}
          aria-describedby={nameProblem && `${id}-name-problem`}
          onChange={(event) => {
            setName(event.target.value)
            if (event.target.value.trim() !== '') later({ name: event.target.value.trim() })
          }}
        />
      </Field>
      {external && (
        <Field id={`${id}-url`} label={t('info.url')} hint={t('info.urlHint')} problem={urlProblem}>
          <Input
            id={`${id}-url`}
            inputMode="url"
            placeholder="https://"
            value={url}
            maxLength={2000}
            status={urlProblem && 'error'}
            aria-describedby={urlProblem && `${id}-url-problem`}
            onChange={(event) => {
              const next = event.target.value.trim()
              setUrl(next)
              if (next === '' || isAddress(next)) later({ url: next === '' ? null : next })
            }}
          />
        </Field>
      )}
      <Field label={t('info.cover')}>
        <CoverField
          chosen={subject.coverUrl !== null}
          hint={t('info.coverHint')}
          tooLarge={t('info.coverTooLarge')}
          onChange={(file) => now({ coverFileId: file?.id ?? null })}
        >
          <SubjectCover name={name} url={subject.coverUrl} type={subject.subjectType} />
        </CoverField>
      </Field>
      <Field id={`${id}-summary`} label={t('info.summary')} hint={t('info.summaryHint')} problem={wordsIn('summary')}>
        <Input.TextArea
          id={`${id}-summary`}
          value={summary}
          maxLength={300}
          showCount
          autoSize={{ minRows: 2, maxRows: 4 }}
          onChange={(event) => {
            setSummary(event.target.value)
            later({ summary: event.target.value })
          }}
        />
      </Field>
      <Field id={`${id}-description`} label={t('about.title')} problem={wordsIn('description')}>
        <Input.TextArea
          id={`${id}-description`}
          value={description}
          maxLength={5000}
          showCount
          autoSize={{ minRows: 4, maxRows: 14 }}
          onChange={(event) => {
            setDescription(event.target.value)
            later({ description: event.target.value })
          }}
        />
      </Field>
      <div className="sy-column sb-field">
        <span id={`${id}-topics`} className="sb-field-label">
          {t('info.topics')}
        </span>
        <TopicChooser
          labelledBy={`${id}-topics`}
          value={topics}
          onChange={(chosen) => {
            setTopics(chosen)
            now({ topicIds: chosen.map((topic) => topic.id) })
          }}
        />
      </div>
      <VisibilityField
        value={subject.visibleOrganizations.map((organization) => organization.id)}
        onChange={(visibleOrganizationIds) => now({ visibleOrganizationIds })}
      />
      <Field label={t('info.client')}>
        <Radio.Group
          value={subject.publishClient}
          aria-label={t('info.client')}
          options={([0, 1, 2] as const).map((value) => ({ value, label: t(`info.clients.${value}`) }))}
          onChange={(event) => now({ publishClient: event.target.value as 0 | 1 | 2 })}
        />
      </Field>
      <section className="sy-column sy-gap-4 sb-awards" aria-labelledby={`${id}-awards`}>
        <h2 id={`${id}-awards`}>{t('info.awards')}</h2>
        <CompletionAwardFields
          gives={subject.gives}
          onChange={(part) => ('certificateTemplateId' in part ? now(part) : later(part))}
        />
      </section>
    </div>
  )
}

function VisibilityField({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const t = useText('subjects')
  const id = useId()
  return (
    <Field id={id} label={t('info.visible')} hint={t('info.visibleHint')}>
      <OrganizationPicker
        id={id}
        multiple
        allowClear
        label={t('info.wholeCompany')}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}
