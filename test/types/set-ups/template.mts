import 'buffered-render/template'
