import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Input, Modal, Switch } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { INVALID_INPUT, SENSITIVE_WORDS } from '#kit/errors.ts'
import { RichText } from '#modules/content/catalog/web.tsx'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { sensitiveHits } from '#modules/platform/words/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { fieldErrors } from '#web/api/failure-text.ts'
import { call, q } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { AuthoredSection } from '../../contract/authoring.ts'
import {
  ACTIVITY_DOES_NOT_FIT,
  COURSE_CHANGED,
  FILE_DOES_NOT_FIT,
  PACKAGE_DOES_NOT_FIT,
  TIMED_CONTENT_AT_STAKE,
} from '../../contract/errors.ts'
import {
  type ActivityItem,
  type ActivityKind,
  activityKinds,
  previewableKinds,
  type SectionKind,
} from '../../contract/wire.ts'
import { courses } from '../../contract.ts'
import { ActivityField } from './ActivityField.tsx'
import { Field } from './Field.tsx'
import { PackageField } from './PackageField.tsx'
import { type Review, ReviewFields } from './ReviewFields.tsx'
import { TimedContent } from './TimedContent.tsx'
import { type TimedContentAtStake, TimedContentChoice } from './TimedContentChoice.tsx'
import type { Editor } from './use-editor.ts'
import { WordProblem } from './WordProblem.tsx'

// The editor of rich text is large: it comes only where text is written.

interface Props {
  readonly editor: Editor
  readonly chapterId: string
  readonly kind: SectionKind
  /** Of a section that is there already. */
  readonly sectionId?: string
  readonly onClose: () => void
}

/** What a section holds: made new, or changed. */
export function SectionDrawer({ editor, chapterId, kind, sectionId, onClose }: Props) {
  const t = useText('courses')
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState(false)
  const section = useQuery({
    ...q(courses.authoredSection, { params: { id: editor.course.id, sectionId: sectionId ?? '' } }),
    enabled: sectionId !== undefined,
    gcTime: 0,
  })
  const close = () => (busy ? setAsks(true) : onClose())
  const title = t(sectionId === undefined ? 'authoring.newSection' : 'authoring.editSection', {
    kind: t(`kind.${kind}`),
  })
  return (
    <Drawer open title={title} onClose={close} size={kind === 'text' ? 820 : 560} destroyOnHidden>
      {sectionId !== undefined && !section.data ? (
        <LoadingState rows={5} />
      ) : (
        <SectionForm
          editor={editor}
          chapterId={chapterId}
          kind={kind}
          section={section.data}
          onBusy={setBusy}
          onDone={onClose}
          onCancel={close}
        />
      )}
      {sectionId !== undefined && ['video', 'audio', 'pdf', 'text'].includes(kind) && (
        <TimedContent key={sectionId} courseId={editor.course.id} sectionId={sectionId} />
      )}
      <Modal
        open={asks}
        title={t('authoring.stillUploading')}
        okText={t('authoring.leaveUpload')}
        cancelText={t('authoring.stay')}
        onOk={onClose}
        onCancel={() => setAsks(false)}
      >
        {t('authoring.stillUploadingHint')}
      </Modal>
    </Drawer>
  )
}

interface FormProps {
  readonly editor: Editor
  readonly chapterId: string
  readonly kind: SectionKind
  readonly section: AuthoredSection | undefined
  readonly onBusy: (busy: boolean) => void
  readonly onDone: () => void
  readonly onCancel: () => void
}

interface Draft {
  readonly title: string
  readonly required: boolean
  readonly fileId: string | undefined
  readonly url: string
  readonly text: string
  readonly packageId: string | undefined
  readonly activity: ActivityItem | null
  readonly review: Review
  readonly isFree: boolean
}

type Problems = Readonly<Partial<Record<'title' | 'content' | 'guide', ReactNode>>>

const isOfFile = (kind: SectionKind) => kind === 'video' || kind === 'audio' || kind === 'pdf'
const isActivity = (kind: SectionKind): kind is ActivityKind => (activityKinds as readonly string[]).includes(kind)
const withoutExtension = (name: string) => name.replace(/\.[a-z0-9]{1,8}$/i, '')
const isEmptyText = (html: string) => html.replace(/<(?!img)[^>]*>/g, '').trim() === ''

function SectionForm({ editor, chapterId, kind, section, onBusy, onDone, onCancel }: FormProps) {
  const t = useText('courses')
  const id = useId()
  const [draft, setDraft] = useState<Draft>({
    title: section?.title ?? '',
    required: section ? section.isRequired === 1 : true,
    fileId: section?.fileId ?? undefined,
    url: section?.url ?? '',
    text: section?.text ?? '',
    packageId: section?.packageId ?? undefined,
    activity: section?.activity ?? null,
    review: {
      needsReview: section?.needsReview === 1,
      reviewGuide: section?.reviewGuide ?? '',
      reviewDeadline: section?.reviewDeadline ?? null,
    },
    isFree: section?.freePreview ?? false,
  })
  const [problems, setProblems] = useState<Problems>({})
  const [uploading, setUploading] = useState(false)
  const { busy: saving, run } = useAction()
  const [atStake, setAtStake] = useState<TimedContentAtStake>()
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  const check = (): Problems => ({
    ...(draft.title.trim() === '' && { title: t('authoring.titleNeeded') }),
    ...(kind === 'link' && !/^https?:\/\/[^\s/]+/.test(draft.url) && { content: t('authoring.urlNeeded') }),
    ...(kind === 'text' && isEmptyText(draft.text) && { content: t('authoring.textNeeded') }),
    ...(isOfFile(kind) && !draft.fileId && { content: t('authoring.fileNeeded') }),
    ...(kind === 'package' && !draft.packageId && { content: t('authoring.fileNeeded') }),
    ...(isActivity(kind) && !draft.activity && { content: t('authoring.activityNeeded') }),
  })
  const save = (choice?: 'keep' | 'drop') => {
    setAtStake(undefined)
    const found = check()
    setProblems(found)
    if (Object.keys(found).length > 0) return
    return run(
      async () => {
        await send(editor, { chapterId, kind, section, draft, choice })
        onDone()
      },
      {
        onFailure: async (error) => {
          if (isRefusal(error, TIMED_CONTENT_AT_STAKE)) setAtStake(error.data as unknown as TimedContentAtStake)
          if (isRefusal(error, FILE_DOES_NOT_FIT)) {
            const { reason } = error.data
            const known = reason === 'converting' || reason === 'not-convertible'
            const text = known ? t(`authoring.${reason}`) : await errorText(FILE_DOES_NOT_FIT.code, error.data)
            setProblems({ content: text })
          }
          const hits = sensitiveHits(error)
          if (hits.size > 0) setProblems(wordProblems(hits, draft.title))
          const wrong = fieldErrors(error)
          for (const code of [PACKAGE_DOES_NOT_FIT, ACTIVITY_DOES_NOT_FIT]) {
            if (isRefusal(error, code)) setProblems({ content: await errorText(code.code, error.data) })
          }
          if (wrong.size > 0) setProblems({ title: wrong.get('title'), content: wrong.get('url') ?? wrong.get('text') })
          if (isRefusal(error, COURSE_CHANGED)) onDone()
        },
      },
    )
  }
  return (
    <form
      className="sy-column sy-gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {kind === 'link' && (
        <Field id={`${id}-url`} label={t('authoring.url')} problem={problems.content}>
          <Input
            id={`${id}-url`}
            type="url"
            value={draft.url}
            maxLength={2000}
            placeholder="https://"
            status={problems.content ? 'error' : ''}
            aria-describedby={problems.content ? `${id}-url-problem` : undefined}
            onChange={(event) => set({ url: event.target.value.trim() })}
          />
        </Field>
      )}
      {kind === 'package' && (
        <PackageField
          packageId={draft.packageId}
          problem={problems.content}
          onBusy={(busy) => {
            setUploading(busy)
            onBusy(busy)
          }}
          onChosen={(packageId, title) => {
            setProblems({})
            setDraft((before) => ({ ...before, packageId, title: before.title === '' ? title : before.title }))
          }}
        />
      )}
      {isActivity(kind) && (
        <ActivityField
          kind={kind}
          businessTypes={editor.course.activityTypes.find((one) => one.kind === kind)?.businessTypes ?? []}
          chosen={draft.activity}
          problem={problems.content}
          onChoose={(activity) => {
            setProblems({})
            setDraft((before) => ({ ...before, activity, title: before.title === '' ? activity.name : before.title }))
          }}
        />
      )}
      {isOfFile(kind) && (
        <Field label={t('authoring.file')} problem={problems.content}>
          {section?.fileName && (
            <Alert
              type="info"
              showIcon
              title={t('authoring.currentFile', { name: section.fileName })}
              description={t('authoring.replaceHint')}
            />
          )}
          <FileUpload
            kind={kind === 'pdf' ? 'document' : kind}
            onBusy={(busy) => {
              setUploading(busy)
              onBusy(busy)
            }}
            onUploaded={(file) => {
              setProblems({})
              setDraft((before) => ({
                ...before,
                fileId: file.id,
                title: before.title === '' ? withoutExtension(file.name) : before.title,
              }))
            }}
            onRemoved={() => set({ fileId: section?.fileId ?? undefined })}
          />
        </Field>
      )}
      <Field id={`${id}-title`} label={t('authoring.sectionTitle')} problem={problems.title}>
        <Input
          id={`${id}-title`}
          value={draft.title}
          maxLength={200}
          showCount
          status={problems.title ? 'error' : ''}
          aria-describedby={problems.title ? `${id}-title-problem` : undefined}
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      {kind === 'text' && (
        <Field label={t('authoring.text')} problem={problems.content}>
          <RichText label={t('authoring.text')} value={draft.text} onChange={(text) => set({ text })} size="tall" />
        </Field>
      )}
      <div className="co-form-switch">
        <Switch
          id={`${id}-required`}
          checked={draft.required}
          onChange={(required) => set({ required })}
          aria-label={t('authoring.required')}
        />
        <label htmlFor={`${id}-required`}>
          {t('authoring.required')}
          <small>{t('authoring.requiredHint')}</small>
        </label>
      </div>
      {previewableKinds.includes(kind) && (
        <div className="co-form-switch">
          <Switch
            id={`${id}-free`}
            checked={draft.isFree}
            onChange={(isFree) => set({ isFree })}
            aria-label={t('authoring.freePreview')}
          />
          <label htmlFor={`${id}-free`}>
            {t('authoring.freePreview')}
            <small>{t('authoring.freePreviewHint')}</small>
          </label>
        </div>
      )}
      <ReviewFields
        value={draft.review}
        problem={problems.guide}
        onChange={(part) => setDraft((before) => ({ ...before, review: { ...before.review, ...part } }))}
      />
      <TimedContentChoice
        atStake={atStake}
        onChoose={(choice) => void save(choice)}
        onCancel={() => setAtStake(undefined)}
      />
      <div className="co-form-foot">
        <Button onClick={onCancel}>{t('authoring.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={saving} disabled={uploading}>
          {t(uploading ? 'authoring.waitsForUpload' : 'authoring.save')}
        </Button>
      </div>
    </form>
  )
}

/** The title shows the words in their place; of a rich text they are named. */
function wordProblems(hits: ReturnType<typeof sensitiveHits>, title: string): Problems {
  const [inTitle, inText, inGuide] = [hits.get('title'), hits.get('text'), hits.get('reviewGuide')]
  return {
    ...(inTitle && { title: <WordProblem hits={inTitle} text={title.trim()} /> }),
    ...(inText && { content: <WordProblem hits={inText} /> }),
    ...(inGuide && { guide: <WordProblem hits={inGuide} /> }),
  }
}

function contentOf(kind: SectionKind, { fileId, url, text, packageId, activity }: Draft) {
  if (kind === 'link') return { url }
  if (kind === 'text') return { text }
  if (kind === 'package') return { packageId }
  return isActivity(kind) ? { activityId: activity?.id } : { fileId }
}

function send(
  { course, change }: Editor,
  {
    chapterId,
    kind,
    section,
    draft,
    choice,
  }: Pick<FormProps, 'chapterId' | 'kind' | 'section'> & { draft: Draft; choice: 'keep' | 'drop' | undefined },
) {
  const { title, required, review } = draft
  const flag = (on: boolean) => (on ? (1 as const) : (0 as const))
  const proof = { ...review, needsReview: flag(review.needsReview) }
  const content = contentOf(kind, draft)
  const body = { title: title.trim(), isRequired: flag(required), ...content, ...proof, freePreview: draft.isFree }
  const refusals = [TIMED_CONTENT_AT_STAKE, FILE_DOES_NOT_FIT, PACKAGE_DOES_NOT_FIT, ACTIVITY_DOES_NOT_FIT]
  const options = { handles: [COURSE_CHANGED, INVALID_INPUT, SENSITIVE_WORDS, ...refusals] }
  return change((revision) =>
    section
      ? call(
          courses.changeSection,
          {
            params: { id: course.id, sectionId: section.id },
            body: { ...body, revision, ...(choice && { extras: choice }) },
          },
          options,
        )
      : call(
          courses.createSection,
          { params: { id: course.id, chapterId }, body: { kind, ...body, revision } },
          options,
        ),
  )
}
