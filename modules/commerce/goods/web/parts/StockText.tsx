import { useText } from '#web/i18n/texts.ts'

/** Few enough to hurry. */
const few = 10

/** What is left; nothing of what has no limit. */
export function StockText({ stock }: { stock: number | null }) {
  const t = useText('goods')
  if (stock === null) return null
  if (stock === 0) return <span className="ml-sold-out">{t('mall.soldOut')}</span>
  return <span className={stock <= few ? 'ml-few' : 'sy-faint'}>{t('mall.left', { count: stock })}</span>
}
