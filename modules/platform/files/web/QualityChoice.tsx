import { useText } from '#web/i18n/texts.ts'
import type { StreamChoice } from './use-video-source.ts'
import './quality.css'

/** The choice among at least two qualities of a stream; its door asks for it only then. */
export default function QualityChoice({ qualities, chosen, current, choose }: StreamChoice) {
  const t = useText('files')
  const auto = chosen === null && current !== null ? t('player.autoNow', { height: current }) : t('player.auto')
  return (
    <select
      className="files-quality"
      aria-label={t('player.quality')}
      value={chosen ?? ''}
      onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{auto}</option>
      {qualities.map((height) => (
        <option key={height} value={height}>
          {t('player.height', { height })}
        </option>
      ))}
    </select>
  )
}
