import './drafts.css'
import { useMemo } from 'react'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { differencesOf, type Piece } from './differences.ts'

interface Props {
  readonly before: string
  readonly after: string
  readonly label: string
}

function Words({ pieces }: { readonly pieces: readonly Piece[] }) {
  let at = 0
  return pieces.map(({ kind, text }) => {
    at += text.length + 1
    if (kind === 'added') return <ins key={at}>{text}</ins>
    if (kind === 'removed') return <del key={at}>{text}</del>
    return <span key={at}>{text}</span>
  })
}

/** What differs between two texts. Long parts that are the same are only counted. */
export function Differences({ before, after, label }: Props) {
  const t = useText('contents')
  const language = useLanguage()
  const blocks = useMemo(
    () => differencesOf(before, after, language === 'cn' ? 'zh' : 'en').map((block, at) => ({ ...block, at })),
    [before, after, language],
  )
  if (blocks.every(({ kind }) => kind === 'same')) return <p className="sy-note">{t('versions.same')}</p>
  const isNear = (at: number) => [at - 1, at, at + 1].some((near) => (blocks[near]?.kind ?? 'same') !== 'same')
  return (
    <section className="ct-differences" aria-label={label}>
      {blocks.map((block) => {
        if (isNear(block.at))
          return (
            <p key={block.at} data-kind={block.kind}>
              {block.kind !== 'same' && <span className="sy-visually-hidden">{t(`versions.${block.kind}`)}</span>}
              <Words pieces={block.pieces} />
            </p>
          )
        return isNear(block.at - 1) || block.at === 0 ? (
          <p key={block.at} className="sy-note" data-kind="skipped">
            …
          </p>
        ) : null
      })}
    </section>
  )
}
