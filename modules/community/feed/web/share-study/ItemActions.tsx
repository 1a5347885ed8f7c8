import { contentBusinessType, contents } from '#modules/community/contents/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { HiddenKind } from '../../contract.ts'
import { changeItem, type HomeItem } from './kept-feed.ts'

/** What is to be hidden. */
export interface ToHide {
  readonly kind: HiddenKind
  readonly id: string
  readonly name: string
}

interface Props {
  readonly item: HomeItem
  readonly onHide: (what: ToHide) => void
}

/** Shows at once what was wanted, and takes it back where the server refuses. */
function useLike(item: HomeItem) {
  const { run } = useAction()
  return () => {
    const before = { liked: item.liked, likeCount: item.likeCount }
    const liked = !before.liked
    changeItem(item.id, { liked, likeCount: before.likeCount + (liked ? 1 : -1) })
    return run(
      async () =>
        changeItem(
          item.id,
          await call(contents.like, { body: { businessId: item.id, liked } }, { outdates: 'nothing' }),
        ),
      { onFailure: () => changeItem(item.id, before) },
    )
  }
}

function useCollect(item: HomeItem) {
  const { run } = useAction()
  const t = useText('feed')
  return () => {
    const { collectId } = item
    return run(
      async () => {
        if (collectId !== null) {
          await call(topics.removeCollect, { params: { id: collectId } })
          return changeItem(item.id, { collectId: null })
        }
        const body = { businessType: contentBusinessType, businessId: item.id }
        changeItem(item.id, { collectId: (await call(topics.collect, { body })).collectId })
      },
      { done: t(collectId === null ? 'item.collected' : 'item.notCollected') },
    )
  }
}

/** Likes, collects and hides a content of the feed in its place. */
export function ItemActions({ item, onHide }: Props) {
  const t = useText('feed')
  const like = useLike(item)
  const collect = useCollect(item)
  const { title, account } = item
  return (
    <div className="sy-row sy-wrap sy-gap-2 fd-actions">
      <button
        type="button"
        className="sy-button sy-button-small sy-button-plain"
        aria-pressed={item.liked}
        aria-label={t('item.likeName', { title })}
        onClick={() => void like()}
      >
        <Icon name="heart" size={16} />
        {t('item.like')}
      </button>
      <button
        type="button"
        className="sy-button sy-button-small sy-button-plain"
        aria-pressed={item.collectId !== null}
        aria-label={t('item.collectName', { title })}
        onClick={() => void collect()}
      >
        <Icon name="bookmark" size={16} />
        {t('item.collect')}
      </button>
      <MenuButton label={t('item.moreName', { title })} button={<Icon name="more" size={18} />}>
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => onHide({ kind: 'account', id: account.id, name: account.name })}
        >
          {t('item.hideAccount', { name: account.name })}
        </button>
        {item.topics.map(({ topicId, topicName }) => (
          <button
            key={topicId}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => onHide({ kind: 'topic', id: topicId, name: topicName })}
          >
            {t('item.hideTopic', { name: topicName })}
          </button>
        ))}
      </MenuButton>
    </div>
  )
}
