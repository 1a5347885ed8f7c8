import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { checkTexts, sensitiveHits } from '#modules/platform/words/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import {
  CONTENT_CHANGED,
  type ContentType,
  contents,
  type DraftFields,
  type EditedContent,
  TEXT_MAX,
} from '../../contract.ts'
import { textOfHtml } from '../parts/headings.ts'
import { NewerContent } from './NewerContent.tsx'
import type { OwnAccount } from './own-account.ts'
import { type Done, lengthOf, type SensitiveFields } from './publication.ts'
import type { EditedDraft } from './use-draft.ts'

interface Props {
  readonly draft: EditedDraft
  readonly type: ContentType
  readonly account: OwnAccount
  /** The content that is changed; undefined for a new one. */
  readonly contentId: string | undefined
  readonly onSensitive: (fields: SensitiveFields) => void
  readonly onDone: (done: Done) => void
  readonly onClose: () => void
}

const EXCERPT = 120

/** What is still missing, as keys of messages. */
export function missingOf(type: ContentType, fields: DraftFields): string[] {
  const { title, html, fileId, visibility, organizationIds, circleIds } = fields
  const hasNoPlace = (visibility === 1 && organizationIds.length === 0) || (visibility === 2 && circleIds.length === 0)
  return [
    title.trim() === '' && 'publish.missingTitle',
    type === 1 && lengthOf(html) === 0 && !/<(img|video|audio|table)\b/.test(html) && 'publish.missingText',
    type !== 1 && fileId === null && 'publish.missingFile',
    hasNoPlace && 'publish.missingPlaces',
  ].filter((key) => key !== false)
}

/** Before publishing: what is missing, or what will happen. */
export function PublishDialog({ draft, type, account, contentId, onSensitive, onDone, onClose }: Props) {
  const t = useText('contents')
  const shell = useText('shell')
  const { busy, failure, submit } = useSubmission()
  const { fields, keeper } = draft
  /** What a colleague has published since the draft began. */
  const [newer, setNewer] = useState<EditedContent>()
  const missing = missingOf(type, fields)
  const rule = usePublication(contentId)
  const publishing = rule.data?.review === 'before' ? 'publish.submit' : 'publish.confirm'
  const tooMany = lengthOf(fields.html) - TEXT_MAX
  const publish = () =>
    submit(async () => {
      onSensitive(new Map())
      const texts = { title: fields.title, html: textOfHtml(fields.html), source: fields.source }
      const titles = fields.chapters.map((chapter) => chapter.title).join('\n')
      const shown = { ...texts, license: fields.license, chapters: titles }
      const marked = (
        hits: ReadonlyMap<string, SensitiveFields extends ReadonlyMap<string, { hits: infer H }> ? H : never>,
      ) => {
        onSensitive(
          new Map(
            [...hits].map(([name, found]) => [name, { text: shown[name as keyof typeof shown] ?? '', hits: found }]),
          ),
        )
        onClose()
      }
      const found = await checkTexts(texts)
      if (found.size > 0) return marked(found)
      const isSaved = await keeper.flush()
      if (!isSaved || keeper.id === undefined) return onClose()
      try {
        const seen = newer && { contentRevision: newer.revision }
        const body = { draftId: keeper.id, revision: keeper.revision, ...seen }
        const { id, outcome } = await call(contents.publish, { body }, { handles: 'all' })
        keeper.end()
        onDone({
          id,
          outcome,
          title: fields.title,
          excerpt: texts.html.replace(/\s+/g, ' ').slice(0, EXCERPT),
          picture: fields.coverFileId === null ? undefined : `files/${fields.coverFileId}`,
          isPublic: fields.visibility === 0,
        })
      } catch (error) {
        if (isRefusal(error, CONTENT_CHANGED) && contentId !== undefined) {
          const query = { id: contentId }
          return setNewer(await call(contents.forEdit, { query }, { cache: 0, handles: 'all' }))
        }
        if (!isRefusal(error, SENSITIVE_WORDS)) throw error
        marked(new Map([...sensitiveHits(error)].map(([path, hits]) => [path.replace('fields.', ''), hits])))
      }
    })
  return (
    <Modal
      open
      {...(newer && { width: 960 })}
      title={t(newer ? 'newer.title' : 'publish.title')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{shell('cancel')}</Button>
          <Button
            type="primary"
            danger={newer !== undefined}
            loading={busy}
            disabled={missing.length > 0 || tooMany > 0}
            onClick={() => void publish()}
          >
            {t(newer ? 'newer.publishMine' : publishing)}
          </Button>
        </>
      }
    >
      <Failure text={failure} />
      {missing.length > 0 || tooMany > 0 ? (
        <ul className="sy-column sy-gap-2">
          {missing.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
          {tooMany > 0 && <li>{t('write.tooLong', { count: tooMany })}</li>}
        </ul>
      ) : newer ? (
        <NewerContent key={newer.revision} newer={newer} mine={fields} />
      ) : (
        <WhatHappens fields={fields} account={account} rule={rule} />
      )}
    </Modal>
  )
}

const audiences = { 0: 'write.everybody', 1: 'write.organizations', 2: 'write.circles' } as const

/** The sentence about when readers see it: `before` is the rule that somebody looks at it first. */
export function momentOf(
  { publishAt }: Pick<DraftFields, 'publishAt'>,
  { isChange, review, now }: { readonly isChange: boolean; readonly review: 'none' | 'before' | 'after'; now: number },
) {
  if (review === 'before') return isChange ? 'publish.changeReviewed' : 'publish.reviewed'
  if (isChange) return 'publish.changeNow'
  return publishAt !== null && publishAt > now ? 'publish.later' : 'publish.now'
}

/** Whether it changes what is published, and what the company’s rule about reviews is. */
function usePublication(contentId: string | undefined) {
  const query = contentId === undefined ? {} : { contentId }
  return useQuery(q(contents.publication, { query }, { cache: 0 }))
}

interface Happening {
  readonly fields: DraftFields
  readonly account: Props['account']
  readonly rule: ReturnType<typeof usePublication>
}

function WhatHappens({ fields, account, rule }: Happening) {
  const t = useText('contents')
  if (rule.isPending) return <LoadingState rows={3} />
  if (!rule.data) return <ErrorState small error={rule.error} onRetry={() => void rule.refetch()} />
  const { publishAt, visibility } = fields
  const { isChange, review } = rule.data
  const moment = momentOf(fields, { isChange, review, now: Date.now() })
  const lines: readonly (readonly [IconName, string])[] = [
    ['clock', moment === 'publish.later' ? t(moment, { time: dateText(publishAt ?? 0, 'minute') }) : t(moment)],
    ...(review === 'after' ? ([['info', t('publish.reviewedAfter')]] as const) : []),
    ['eye', t('publish.visibility', { who: t(audiences[visibility]) })],
    ...(isChange ? [] : ([['bell', t('publish.followers', { name: account.name })]] as const)),
  ]
  return (
    <ul className="sy-plain-list sy-column sy-gap-3">
      {lines.map(([icon, text]) => (
        <li key={icon} className="sy-row sy-gap-3">
          <Icon name={icon} size={18} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
