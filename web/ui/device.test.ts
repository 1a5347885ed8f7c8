import { expect, it } from 'vitest'
import { deviceText } from './device.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

it.each([
  [chrome, 'Chrome 142 · Windows'],
  [`${chrome} Edg/142.0.0.0`, 'Edge 142 · Windows'],
  [iphone, 'Safari 18 · iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 · Linux'],
  [`${iphone} MicroMessenger/8.0.50`, 'WeChat 8 · iOS'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36', 'Chrome 141 · Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Something/1.0', 'macOS'],
  ['curl/8.5.0', undefined],
  ['', undefined],
])('%s is said as people say it', (userAgent, said) => {
  expect(deviceText(userAgent)).toBe(said)
})
