import { useState } from 'react'
import { Link } from 'react-router'
import { ShareButton } from '#modules/community/sharing/web.tsx'
import { ReportButton } from '#modules/content/moderation/web.tsx'
import { CollectButton } from '#modules/content/topics/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { pictureUrl } from '#web/ui/picture.ts'
import { useAction } from '#web/ui/use-action.ts'
import { changeKept } from '#web/ui/use-kept-list.ts'
import { type ContentDetails, contentBusinessType, contents } from '../../contract.ts'
import type { CardPage } from '../parts/ContentList.tsx'
import { contentPaths } from '../paths.ts'
import { TipDialog } from './TipDialog.tsx'

/** What was changed of a card here is changed in the lists behind as well. */
function keepInLists(id: string, change: Partial<CardPage['items'][number]>): void {
  for (const name of ['contents', 'topic', 'home', 'collection', 'account'])
    changeKept<CardPage>(name, (page) => ({
      ...page,
      items: page.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
    }))
}

function LikeButton({ content }: { content: ContentDetails }) {
  const t = useText('contents')
  const { run } = useAction()
  const [like, setLike] = useState({ liked: content.liked, count: content.likeCount })
  const toggle = () => {
    const before = like
    const wanted = { liked: !before.liked, count: before.count + (before.liked ? -1 : 1) }
    setLike(wanted)
    return run(
      async () => {
        const body = { businessId: content.id, liked: wanted.liked }
        const { liked, likeCount } = await call(contents.like, { body }, { outdates: 'nothing' })
        setLike({ liked, count: likeCount })
        keepInLists(content.id, { liked, likeCount })
      },
      { onFailure: () => setLike(before) },
    )
  }
  return (
    <button
      type="button"
      className="sy-button sy-button-small sy-button-plain ct-action"
      aria-pressed={like.liked}
      onClick={() => void toggle()}
    >
      <Icon name="heart" size={18} />
      {t(like.liked ? 'read.liked' : 'read.like')}
      {like.count > 0 && <NumberText value={like.count} />}
    </button>
  )
}

function TipButton({ content }: { content: ContentDetails }) {
  const t = useText('contents')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="sy-button sy-button-small sy-button-plain ct-action"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="coin" size={18} />
        {t('tip.do')}
      </button>
      {open && (
        <TipDialog
          businessType={contentBusinessType}
          businessId={content.id}
          name={content.account.name}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** What a reader does with a content. */
export function ContentActions({ content }: { content: ContentDetails }) {
  const t = useText('contents')
  const picture = pictureUrl(content.coverPath)
  return (
    <section className="sy-row sy-wrap sy-gap-3 ct-actions" aria-label={t('read.actions')}>
      <LikeButton content={content} />
      <CollectButton businessType={contentBusinessType} businessId={content.id} />
      {content.visibility === 0 && (
        <ShareButton
          item={{
            id: content.id,
            type: contentBusinessType,
            title: content.title,
            summary: content.excerpt,
            ...(picture !== undefined && { picture }),
          }}
        />
      )}
      {!content.isMember && <TipButton content={content} />}
      {!content.isMember && (
        <ReportButton
          businessType={contentBusinessType}
          businessId={content.id}
          className="sy-button sy-button-small sy-button-plain ct-action"
        />
      )}
      {content.mayEdit && (
        <Link
          className="sy-button sy-button-small sy-button-plain"
          to={contentPaths.write(content.type, { content: content.id })}
        >
          <Icon name="edit" size={18} />
          {t('read.edit')}
        </Link>
      )}
    </section>
  )
}
