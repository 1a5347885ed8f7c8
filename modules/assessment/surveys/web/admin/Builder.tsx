import './builder.css'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { FixedQuestion } from '../../contract/authoring.ts'
import { pagesMax, type SurveyContent } from '../../contract/content.ts'
import { numbersOf } from './clauses.ts'
import {
  type ItemKind,
  newItem,
  usesOf,
  withItem,
  withItemAdded,
  withItemDuplicated,
  withItemMoved,
  withItemOnPage,
  withoutItem,
  withoutPage,
  withPage,
  withPageAdded,
  withPageMoved,
} from './draft.ts'
import type { DraftProblem } from './draft-problems.ts'
import { ItemCard } from './ItemCard.tsx'
import { LivePreview } from './LivePreview.tsx'
import { PageFrame } from './PageFrame.tsx'
import { QuotaList } from './QuotaList.tsx'
import { useStarters } from './use-starters.ts'

interface Props {
  readonly name: string
  readonly content: SurveyContent
  readonly problems: ReadonlyMap<string, readonly DraftProblem[]>
  /** Questions that were published, with the highest numbers of their options. */
  readonly fixed: ReadonlyMap<string, FixedQuestion['taken']>
  readonly onChange: (content: SurveyContent) => void
}

/** Pages of questions with their fields, and beside them what respondents will see on a phone. */
export function Builder({ name, content, problems, fixed, onChange }: Props) {
  const t = useText('surveys')
  const starters = useStarters()
  const [openId, setOpenId] = useState<string>()
  const [modal, holder] = Modal.useModal()
  const numbers = numbersOf(content)
  const openPage = content.pages.find(({ items }) => items.some(({ id }) => id === openId)) ?? content.pages[0]
  const add = (pageId: string, kind: ItemKind) => {
    const item = newItem(kind, starters)
    onChange(withItemAdded(content, pageId, item))
    setOpenId(item.id)
  }
  /** Asks where conditions or quotas would change with it. */
  const remove = (itemId: string) => {
    const go = () => onChange(withoutItem(content, itemId))
    const uses = usesOf(content, itemId)
    if (uses === 0) return go()
    void modal.confirm({
      title: t('builder.removeUsed'),
      content: t('builder.removeUsedHint', { count: uses }),
      okText: t('builder.remove'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: go,
    })
  }
  const removePage = (pageId: string) => {
    const count = content.pages.find(({ id }) => id === pageId)?.items.length ?? 0
    const go = () => onChange(withoutPage(content, pageId))
    if (count === 0) return go()
    void modal.confirm({
      title: t('builder.removePage'),
      content: t('builder.removePageHint', { count }),
      okText: t('builder.remove'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: go,
    })
  }
  return (
    <div className="sb-builder">
      <div className="sb-pages">
        {content.pages.map((page, at) => (
          <PageFrame
            key={page.id}
            page={page}
            number={at + 1}
            count={content.pages.length}
            content={content}
            numbers={numbers}
            problems={problems.get(page.id) ?? []}
            onChange={(part) => onChange(withPage(content, page.id, part))}
            onMove={(step) => onChange(withPageMoved(content, at, at + step))}
            onRemove={() => removePage(page.id)}
            onAdd={(kind) => add(page.id, kind)}
            onMoveItem={(from, to) => onChange(withItemMoved(content, page.id, from, to))}
          >
            {(item, moves) => (
              <ItemCard
                item={item}
                {...{ content, numbers, moves }}
                problems={problems.get(item.id) ?? []}
                isOpen={openId === item.id}
                taken={fixed.get(item.id)}
                onOpen={(isOpen) => setOpenId(isOpen ? item.id : undefined)}
                onChange={(next) => onChange(withItem(content, next))}
                onDuplicate={() => onChange(withItemDuplicated(content, item.id))}
                onRemove={() => remove(item.id)}
                onMoveTo={(pageId) => onChange(withItemOnPage(content, item.id, pageId))}
              />
            )}
          </PageFrame>
        ))}
        <Button
          block
          type="dashed"
          size="large"
          icon={<Icon name="plus" size={16} />}
          disabled={content.pages.length >= pagesMax}
          onClick={() => onChange(withPageAdded(content))}
        >
          {t('builder.addPage')}
        </Button>
        {(!content.isAnonymous || content.quotas.length > 0) && (
          <QuotaList {...{ content, numbers, problems, onChange }} />
        )}
      </div>
      <aside className="sb-aside" aria-label={t('preview.title')}>
        <LivePreview key={openPage?.id} name={name} content={content} startPageId={openPage?.id} />
      </aside>
      {holder}
    </div>
  )
}
