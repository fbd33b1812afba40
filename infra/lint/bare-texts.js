import ts from 'typescript';

/**
 * Reports a text of JSX that stands beside other children. A browser's translation replaces text
 * nodes. React keeps such a node, and later removes it, inserts an element before it or changes it
 * where nobody sees it. A text that is alone in its element is replaced as a whole.
 */

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike;

/** White space is not translated. */
const isShown = ({ type, value, expression }) =>
  type === 'JSXText'
    ? /\S/.test(value)
    : !/^(JSXEmptyExpression|Literal)$/.test(expression?.type) || /\S/.test(expression.value);

const rule = {
  meta: {
    type: 'problem',
    messages: { bare: 'Give this text an element of its own: a translated page breaks here.' },
    schema: [],
  },
  create(context) {
    const { program, getTypeAtLocation } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();

    const hasText = (type) => {
      if (type.isUnion()) {
        // Only a `ReactNode` may be a `bigint`; its text is checked where it is passed.
        const isNode = type.types.some(({ flags }) => flags & ts.TypeFlags.BigIntLike);
        return !isNode && type.types.some(hasText);
      }
      if (checker.isArrayType(type)) return checker.getTypeArguments(type).some(hasText);
      const isEmpty = type.value === '' || type.value === 0;
      return (type.flags & TEXT) !== 0 && !isEmpty;
    };

    const isText = (child) => {
      if (child.type === 'JSXText') return true;
      return (
        child.type === 'JSXExpressionContainer' && hasText(getTypeAtLocation(child.expression))
      );
    };

    const check = (node) => {
      const children = node.children.filter(isShown);
      if (children.length < 2 && node.type !== 'JSXFragment') return;
      for (const child of children.filter(isText)) {
        context.report({ node: child, messageId: 'bare' });
      }
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

export const bareTexts = { rules: { 'bare-texts': rule } };
