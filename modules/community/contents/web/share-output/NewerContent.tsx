import { TextDifference } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import type { DraftFields, EditedContent } from '../../contract.ts'

const labels = {
  coverFileId: 'write.cover',
  fileId: 'write.anyFile',
  chapters: 'write.chapters',
  topicIds: 'write.topics',
  coAuthorIds: 'write.coAuthors',
  source: 'write.source',
  license: 'write.license',
  commentsOpen: 'write.comments',
  visibility: 'write.visibility',
  organizationIds: 'write.organizations',
  circleIds: 'write.circles',
  publishAt: 'write.schedule',
  captions: 'write.captions',
} as const satisfies Record<Exclude<keyof DraftFields, 'title' | 'html'>, string>

/** The settings in which two contents differ, as keys of messages. */
export const differingSettings = (before: DraftFields, after: DraftFields) =>
  (Object.keys(labels) as (keyof typeof labels)[])
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => labels[name])

interface Props {
  readonly newer: EditedContent
  readonly mine: DraftFields
}

/** What a colleague has changed since the draft began, and how the draft differs from that. */
export function NewerContent({ newer, mine }: Props) {
  const t = useText('contents')
  const { fields, change, updatedAt } = newer
  const settings = differingSettings(fields, mine)
  return (
    <div className="sy-column sy-gap-4">
      <p role="alert">
        {t(change ? 'newer.change' : 'newer.hint')} <DateText value={change?.at ?? updatedAt} />
      </p>
      {fields.title !== mine.title && (
        <Facts
          shape="rows"
          items={[
            [t('newer.theirTitle'), fields.title],
            [t('newer.myTitle'), mine.title],
          ]}
        />
      )}
      {settings.length > 0 && (
        <p>{t('newer.settings', { names: settings.map((key) => t(key)).join(t('newer.and')) })}</p>
      )}
      <section className="sy-column sy-gap-2" aria-label={t('newer.differences')}>
        <h3>{t('newer.differences')}</h3>
        <TextDifference before={fields.html} after={mine.html} />
      </section>
      <p className="sy-note">{t('newer.consequence')}</p>
    </div>
  )
}
