import './article.css'
import '#web/ui/prose.css'
import { useMemo, useState } from 'react'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { type BlockChange, differencesOf, type Part, type TextBlock } from './difference.ts'

export interface TextDifferenceProps {
  /** HTML of the older version, and of the newer one. */
  readonly before: string
  readonly after: string
}

const leaves = 'h1,h2,h3,h4,p,pre,figure,img,audio,video,hr,li,td,th,a[data-file]'
const pictured = /^(?:figure|img|audio|video)$/

/** The blocks of a text, each with what can be compared of it: of a picture its file and caption. */
function blocksOf(html: string): TextBlock[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll(leaves)].flatMap((element): TextBlock[] => {
    const tag = element.tagName.toLowerCase()
    if (tag === 'hr') return [{ tag, text: '———' }]
    if (tag === 'img' && element.closest('figure')) return []
    if (pictured.test(tag)) {
      const source = element.matches('[src]') ? element : element.querySelector('[src]')
      const name = [source?.getAttribute('alt') ?? source?.getAttribute('title') ?? '', element.textContent ?? '']
      const id = source?.getAttribute('src')?.slice(-6) ?? ''
      return [{ tag: 'picture', text: `[${name.filter(Boolean).join(' · ') || id}]` }]
    }
    // What holds blocks of its own is named by them.
    if (element.querySelector(leaves)) return []
    const text = element.textContent?.trim() ?? ''
    const outer = tag === 'p' ? element.parentElement?.closest('li,td,th,blockquote')?.tagName.toLowerCase() : undefined
    return text === '' ? [] : [{ tag: outer ?? tag, text }]
  })
}

function Words({ parts }: { parts: readonly Part[] }) {
  const t = useText('catalog')
  return parts.map(({ kind, text }, at) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one comparison never move.
    if (kind === 'same') return <span key={at}>{text}</span>
    const Tag = kind === 'added' ? 'ins' : 'del'
    return (
      <Tag key={at}>
        <span className="sy-visually-hidden">{t(`article.difference.${kind}From`)}</span>
        {text}
        <span className="sy-visually-hidden">{t(`article.difference.${kind}To`)}</span>
      </Tag>
    )
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of one comparison never move.
  })
}

/** What stays is named by its number of blocks where it is long. */
const shownAround = 1

/** Blocks that stayed, further than a block from any change, are left out. */
function skippedOf(changes: readonly BlockChange[]): (BlockChange | number)[] {
  const near = changes.map((_, at) =>
    changes.slice(Math.max(0, at - shownAround), at + shownAround + 1).some(({ kind }) => kind !== 'same'),
  )
  const found: (BlockChange | number)[] = []
  for (const [at, change] of changes.entries()) {
    const last = found.at(-1)
    if (near[at]) found.push(change)
    else if (typeof last === 'number') found[found.length - 1] = last + 1
    else found.push(1)
  }
  return found
}

/** Two versions of a text with what was added and removed. */
export default function TextDifference({ before, after }: TextDifferenceProps) {
  const t = useText('catalog')
  const language = useLanguage()
  const [isWhole, setWhole] = useState(false)
  const changes = useMemo(() => differencesOf(blocksOf(before), blocksOf(after), language), [before, after, language])
  const count = changes.filter(({ kind }) => kind !== 'same').length
  if (count === 0) return <p role="status">{t('article.difference.none')}</p>
  const shown = isWhole ? [...changes] : skippedOf(changes)
  return (
    <section className="sy-prose sy-article sy-article-difference" aria-label={t('article.difference.label')}>
      <p className="sy-flow">
        <span role="status">{t('article.difference.count', { count })}</span>
        <button type="button" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {t('article.difference.whole')}
        </button>
      </p>
      {shown.map((change, at) =>
        typeof change === 'number' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one comparison never move.
          <p key={at} className="sy-note">
            {t('article.difference.skipped', { count: change })}
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one comparison never move.
          <p key={at} data-kind={change.kind} data-tag={change.tag}>
            <Words parts={change.parts} />
          </p>
        ),
      )}
    </section>
  )
}
