import { hasText, textOf } from './texts.ts'

/**
 * The label of a value of one of the specification's maps that stand in kit's texts; a dash for a value that the map does
 * not have, never its number (SYSTEM-256).
 * @public
 */
export function mapText(map: string, value: string | number | null | undefined): string {
  const key = `maps.${map}.${value}`
  return hasText('kit', key) ? textOf('kit', key) : '–'
}
