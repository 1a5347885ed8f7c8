import { Button, Modal } from 'antd'
import { TextDifference } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Prose } from '#web/ui/Prose.tsx'
import { useAction } from '#web/ui/use-action.ts'

interface Text {
  readonly title: string
  readonly html: string
}

interface Props {
  readonly mine: Text
  readonly theirs: Text
  readonly onDecide: (choice: 'mine' | 'theirs') => Promise<unknown>
}

/** Two devices have written on the same draft: both texts, what differs, and which one stays. */
export function ConflictDialog({ mine, theirs, onDecide }: Props) {
  const t = useText('contents')
  const { busyWith, run } = useAction()
  const choose = (choice: 'mine' | 'theirs') => run(() => onDecide(choice), { name: choice })
  return (
    <Modal
      open
      closable={false}
      width={960}
      title={t('conflict.title')}
      footer={
        <>
          <Button loading={busyWith === 'theirs'} onClick={() => void choose('theirs')}>
            {t('conflict.takeTheirs')}
          </Button>
          <Button type="primary" loading={busyWith === 'mine'} onClick={() => void choose('mine')}>
            {t('conflict.keepMine')}
          </Button>
        </>
      }
    >
      <div className="sy-column sy-gap-4">
        <p>{t('conflict.hint')}</p>
        <div className="ct-two-texts">
          {(
            [
              ['mine', mine],
              ['theirs', theirs],
            ] as const
          ).map(([name, text]) => (
            <section key={name} aria-label={t(`conflict.${name}`)}>
              <h3>{t(`conflict.${name}`)}</h3>
              <strong>{text.title || t('draft.untitled')}</strong>
              <Prose html={text.html} />
            </section>
          ))}
        </div>
        <section className="sy-column sy-gap-2">
          <h3>{t('conflict.differences')}</h3>
          <TextDifference before={theirs.html} after={mine.html} />
        </section>
      </div>
    </Modal>
  )
}
