// The page that the service worker shows without a network: in the language and look of this browser, until the network is back.
const root = document.documentElement
if (localStorage.getItem('shuyuan.language') === 'en') {
  root.lang = 'en'
  document.title = 'Shuyuan'
}
const mode = localStorage.getItem('shuyuan.theme')
if (mode === 'light' || mode === 'dark') root.dataset.theme = mode
const again = () => location.reload()
for (const button of document.querySelectorAll('button')) button.addEventListener('click', again)
addEventListener('online', again)
