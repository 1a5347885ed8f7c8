import { Input } from 'antd'
import { useMemo } from 'react'
import { PicturePicker } from '#modules/community/pictures/web.tsx'
import { ArticleEditor, type MemberFinder, type PictureChoice, RichText } from '#modules/content/catalog/web.tsx'
import { identity } from '#modules/platform/identity/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { type ContentType, TEXT_MAX, TITLE_MAX } from '../../contract.ts'
import { FileFields } from './FileFields.tsx'
import { lengthOf, type SensitiveFields } from './publication.ts'
import type { EditedDraft } from './use-draft.ts'

interface Props {
  readonly type: ContentType
  readonly draft: EditedDraft
  readonly accountId: string
  readonly sensitive: SensitiveFields
  /** So many files are on their way into the text. */
  readonly onUploads: (count: number) => void
}

const MEMBERS_SHOWN = 8

const findMembers: MemberFinder = async (keyword) => {
  const query = { page: 1, pageSize: MEMBERS_SHOWN, ...(keyword !== '' && { keyword }) }
  const { items } = await call(identity.searchColleagues, { query }, { quiet: true })
  return items.map(({ id, memberFullName, organizationName }) => ({ id, name: memberFullName, note: organizationName }))
}

/** The name of its file says nothing about a picture of the library: the author describes it. */
const library = ({ onChosen, onClose }: PictureChoice) => (
  <PicturePicker onChosen={({ path }) => onChosen({ name: '', path })} onClose={onClose} />
)

/** Title, file and text. */
export function Writing({ type, draft: { fields, change }, accountId, sensitive, onUploads }: Props) {
  const t = useText('contents')
  const found = sensitive.get('html')
  const problems = useMemo(
    () => [...new Set(found?.hits.map(({ start, end }) => found.text.slice(start, end)))],
    [found],
  )
  return (
    <div className="sy-card ct-editor-main">
      <Input.TextArea
        className="ct-title-field"
        variant="borderless"
        autoSize={{ minRows: 1, maxRows: 3 }}
        aria-label={t('write.titleLabel')}
        placeholder={t('write.titlePlaceholder')}
        maxLength={TITLE_MAX}
        value={fields.title}
        onChange={(event) => change({ title: event.target.value.replace(/\n/g, ' ') })}
      />
      {type === 1 ? (
        <ArticleEditor
          label={t('write.textLabel')}
          placeholder={t('write.textPlaceholder')}
          value={fields.html}
          onChange={(html) => change({ html })}
          lengthMax={TEXT_MAX}
          members={findMembers}
          library={library}
          problems={problems}
          onUploads={onUploads}
          wordImport
        />
      ) : (
        <Introduction type={type} accountId={accountId} fields={fields} change={change} />
      )}
    </div>
  )
}

interface IntroductionProps extends Pick<EditedDraft, 'fields' | 'change'> {
  readonly type: 2 | 3
  readonly accountId: string
}

function Introduction({ type, accountId, fields, change }: IntroductionProps) {
  const t = useText('contents')
  const length = lengthOf(fields.html)
  return (
    <>
      <FileFields type={type} accountId={accountId} fields={fields} onChange={change} />
      <RichText
        label={t('write.introduction')}
        size="medium"
        value={fields.html}
        onChange={(html) => change({ html })}
      />
      <p className="sy-note" role="status" data-over={length > TEXT_MAX || undefined}>
        {length > TEXT_MAX
          ? t('write.tooLong', { count: length - TEXT_MAX })
          : t('write.length', { length, max: TEXT_MAX })}
      </p>
    </>
  )
}
