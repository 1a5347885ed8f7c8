import { expect, it } from 'vitest'
import { watermarkTile } from './watermark.ts'

it('a name is escaped in the pattern', () => {
  const tile = decodeURIComponent(watermarkTile('<script>"林小雨" & \'co\'</script>'))
  expect(tile).not.toContain('<script')
  expect(tile).toContain('&lt;script&gt;&quot;林小雨&quot; &amp; &#39;co&#39;&lt;/script&gt;')
})

it('the pattern is one address, with any characters in the name', () => {
  const address = watermarkTile(`")</style><img src=x onerror=alert(1)>`)
  expect(address).toMatch(/^url\("data:image\/svg\+xml,[^"<>\\\s]*"\)$/)
})
