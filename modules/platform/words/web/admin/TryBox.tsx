import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { words } from '../../contract.ts'
import { MarkedText } from '../MarkedText.tsx'
import { LevelTag } from './LevelTag.tsx'

type Found = Output<typeof words.tryText>

/** A test of the list on a text, with the hits marked. */
export function TryBox() {
  const t = useText('words')
  const id = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found & { text: string }>()
  const { busy, run } = useAction()
  const tryIt = () =>
    run(async () => {
      setFound({ ...(await call(words.tryText, { body: { text } })), text })
    })
  const distinct = [...new Map(found?.hits.map((hit) => [hit.word, hit])).values()]
  return (
    <section className="sy-card words-try" aria-labelledby={id}>
      <h2 id={id}>{t('try.title')}</h2>
      <p className="sy-faint">{t('try.hint')}</p>
      <Input.TextArea
        aria-label={t('try.text')}
        placeholder={t('try.placeholder')}
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="primary"
        loading={busy}
        disabled={text.trim() === ''}
        style={{ marginTop: 12 }}
        onClick={() => void tryIt()}
      >
        {t('try.go')}
      </Button>
      {found && (
        <div aria-live="polite">
          <p className="words-result">
            <MarkedText text={found.text} hits={found.hits} />
          </p>
          {distinct.length === 0 && <p className="sy-faint">{t('try.clean')}</p>}
          <ul>
            {distinct.map((hit) => (
              <li key={hit.word}>
                <strong>{hit.word}</strong>
                <LevelTag level={hit.level} />
                {hit.category && <span className="sy-faint">{hit.category}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
