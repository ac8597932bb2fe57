/**
 * The linter's rule "portal/loose-text". A browser that translates a page replaces text nodes by elements of its own.
 * React then fails where it inserts an element before such a text, or takes such a text away: so text beside what comes
 * and goes has an element of its own.
 */

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly children?: readonly Node[];
  readonly expression?: Node;
  readonly consequent?: Node;
  readonly alternate?: Node;
  readonly left?: Node;
  readonly right?: Node;
  readonly callee?: Node;
  readonly name?: unknown;
}

interface Reporter {
  report(problem: { message: string; node: object }): void;
}

const MESSAGE =
  'Text beside what comes and goes needs an element of its own: where the page is translated, React fails to insert beside a bare text.';

/** Functions whose result is shown as text. */
const TEXT_FUNCTIONS = new Set(['t', 'String', 'formatDate']);
/** Props that hold the content of a component, which may be text. */
const CONTENT = new Set(['label', 'text', 'title']);

function isText(node: Node | undefined): boolean {
  if (node === undefined) return false;
  // Nobody translates a space.
  if (node.type === 'Literal') return typeof node.value === 'string' && node.value.trim() !== '';
  if (node.type === 'Identifier') return CONTENT.has(String(node.name));
  if (node.type === 'CallExpression') return TEXT_FUNCTIONS.has(String(node.callee?.name));
  return node.type === 'TemplateLiteral';
}

/** What an expression may show: its own value, or those of its branches. */
function branches(node: Node): readonly Node[] {
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((each) => (each ? branches(each) : []));
  // The left side of `&&` is shown only if it is no element and no text.
  if (node.type === 'LogicalExpression') return node.right ? branches(node.right) : [];
  return [node];
}

const isConditional = ({ type }: Node): boolean => type === 'ConditionalExpression' || type === 'LogicalExpression';

export const looseText = {
  create(context: Reporter) {
    const check = ({ children = [] }: Node): void => {
      const shown = children.flatMap((child) => {
        if (child.type === 'JSXText') return String(child.value).trim() === '' ? [] : [child];
        if (child.type !== 'JSXExpressionContainer') return [child];
        return child.expression === undefined || child.expression.type === 'JSXEmptyExpression'
          ? []
          : [child.expression];
      });
      if (shown.length < 2 || !shown.some(isConditional)) return;
      for (const child of shown) {
        // A text that only changes stays the same node.
        const isLoose = child.type === 'JSXText' || branches(child).some(isText);
        if (isLoose) context.report({ message: MESSAGE, node: child });
      }
    };
    return { JSXElement: check, JSXFragment: check };
  },
};
