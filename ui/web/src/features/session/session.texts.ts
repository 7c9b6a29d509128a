import { defineTexts } from '@/shared/i18n/texts';

export const sessionTexts = defineTexts('session', {
  en: {
    title: 'Sign in',
    lead: 'What became of every message, and why.',
    key: 'API key',
    'key.hint': 'It begins with tbk_. It is exchanged for a session and is not kept in the browser.',
    'key.missing': 'Enter an API key.',
    'key.form': 'An API key begins with tbk_. Is something missing at its beginning?',
    'sign-in': 'Sign in',
    refused: 'This key opens nothing: it is mistyped, revoked or has expired.',
    demo: 'Trying the demo? “./truebell up” printed the key; it is kept in data/demo.env as TRUEBELL_PAGES_KEY.',
  },
  zh: {
    title: '登录',
    lead: '每一条消息去了哪里，以及为什么。',
    key: 'API 密钥',
    'key.hint': '以 tbk_ 开头。密钥只用来换取会话，不会保存在浏览器里。',
    'key.missing': '请输入 API 密钥。',
    'key.form': 'API 密钥以 tbk_ 开头，开头是否有遗漏？',
    'sign-in': '登录',
    refused: '这个密钥无效：可能输错、已吊销或已过期。',
    demo: '正在试用演示？“./truebell up” 已打印密钥，并保存在 data/demo.env 的 TRUEBELL_PAGES_KEY 中。',
  },
});
