import { defineTexts } from '@/shared/i18n/texts';

export const controlsTexts = defineTexts('controls', {
  en: {
    cancel: 'Cancel',
    more: 'Show more',
    'correct-these': 'Nothing was saved. Please correct what is marked.',
    'wrong.required': 'This is required.',
    'wrong.out_of_range': 'Must be from {{least}} to {{most}}.',
    'wrong.too_many': 'These are too many.',
    'wrong.unknown_zone': 'This is not the name of a time zone, such as Asia/Shanghai.',
    'wrong.unknown_field': 'This is not known here.',
    'wrong.name_taken': 'Another one has this name.',
    'wrong.form': 'This does not have the expected form.',
  },
  zh: {
    cancel: '取消',
    more: '显示更多',
    'correct-these': '没有保存任何内容，请更正标出的字段。',
    'wrong.required': '必填。',
    'wrong.out_of_range': '须在 {{least}} 到 {{most}} 之间。',
    'wrong.too_many': '数量过多。',
    'wrong.unknown_zone': '这不是时区名称，例如 Asia/Shanghai。',
    'wrong.unknown_field': '这里没有这一项。',
    'wrong.name_taken': '名称已被占用。',
    'wrong.form': '格式不符合要求。',
  },
});
